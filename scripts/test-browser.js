/**
 * `npm run test:browser [-- vitest's arguments]`: the library and the web drive in a Chromium, the web drive on every platform. The last
 * line counts the tests.
 */
import { availableParallelism } from "node:os"
import { withBuiltApp } from "./buildApp.js"
import { endWith } from "./lastLines.js"
import { vitestRun } from "./vitestRun.js"

const args = process.argv.slice(2)

const options = {
  again: args.length === 0,
  // they often wait for a browser
  forks: availableParallelism() * 2
}

const run = await withBuiltApp(async (app) => {
  const env = { WEB_DRIVE_ON: process.env.WEB_DRIVE_ON ?? "s3 oss pds", ...await app }
  return vitestRun("browser", ["--project", "browser", ...args], { ...options, env })
})
endWith([run])
