/**
 * `npm run test:browser [-- vitest's arguments]`: the library and the web drive in a Chromium, the web drive on every platform. The last
 * line counts the tests.
 *
 * With `-- --short` it is the library, and of the web drive what could lose a file, on S3 but for what people do all day.
 */
import { statSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { withBuiltApp } from "./buildApp.js"
import { endWith } from "./lastLines.js"
import { vitestRun } from "./vitestRun.js"

const short = process.argv.includes("--short")
const args = process.argv.slice(2).filter((arg) => arg !== "--short")

/** Files that go up, down, to the bin and elsewhere; and whether the web drive starts at all. */
const couldLoseFiles = [
  "bin",
  "cutFolders",
  "downloads",
  "flows",
  "policy",
  "queuedUploads",
  "start",
  "uploads"
]
  .map((name) => `test/app/${name}.browser.test.ts`)
// vitest says nothing of a name that no file has
for (const file of couldLoseFiles) statSync(join(import.meta.dirname, "..", file))

const options = {
  again: args.length === 0,
  files: short ? ["test/browser/", ...couldLoseFiles] : [],
  // they often wait for a browser
  forks: availableParallelism() * 2
}

const run = await withBuiltApp(async (app) => {
  const env = { WEB_DRIVE_ON: process.env.WEB_DRIVE_ON ?? (short ? "s3" : "s3 oss pds"), ...await app }
  return vitestRun("browser", ["--project", "browser", ...args], { ...options, env })
})
endWith([run])
