/**
 * `npm run test:browser [-- vitest's arguments]`: the library and the web drive in a Chromium, the web drive on every platform. The last
 * line counts the tests.
 *
 * With `-- --short` the web drive is on S3, but for what people do all day, and how it looks (`test/app/looks`) is left out.
 */
import { readdirSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { withBuiltApp } from "./buildApp.js"
import { endWith } from "./lastLines.js"
import { vitestRun } from "./vitestRun.js"

const short = process.argv.includes("--short")
const args = process.argv.slice(2).filter((arg) => arg !== "--short")

/** Without the folders in it. */
const ofApp = () =>
  readdirSync(join(import.meta.dirname, "../test/app"))
    .filter((name) => name.endsWith(".browser.test.ts"))
    .map((name) => `test/app/${name}`)

const options = {
  again: args.length === 0,
  files: short ? ["test/browser/", ...ofApp()] : [],
  // they often wait for a browser
  forks: availableParallelism() * 2
}

const run = await withBuiltApp(async (app) => {
  const env = { WEB_DRIVE_ON: process.env.WEB_DRIVE_ON ?? (short ? "s3" : "s3 oss pds"), ...await app }
  return vitestRun("browser", ["--project", "browser", ...args], { ...options, env })
})
endWith([run])
