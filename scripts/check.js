/**
 * `npm run check`: types with Effect's own diagnostics, those of the web drive too, and lint, side by side. The rules of lint that
 * need types are oxlint's (`.oxlintrc.json`), whose compiler is much faster; all others are in `eslint.config.js`.
 *
 * Types are checked by the compiler in Go that holds the diagnostics. It is 140 MB large and nobody else needs it: the first check
 * puts it below `node_modules/.cache`. What has not changed is neither checked nor linted again.
 */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import { cache, cachedPackages } from "./cachedFolder.js"

const root = resolve(import.meta.dirname, "..")
const require = createRequire(import.meta.url)
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`))

/** Its program for this machine. */
const compiler = async () => {
  const packages = await cachedPackages("effect-tsgo", { "@effect/tsgo": "0.45.0" })
  const program = process.platform === "win32" ? "tsc.exe" : "tsc"
  return join(packages, `@effect/tsgo-${process.platform}-${process.arch}`, "lib", program)
}

/** Linters make many objects that die young. */
const node = [process.execPath, "--max-semi-space-size=64"]

/** ESLint keeps what it found of each file, but does not see that one of our own rules reads otherwise, or another version of a package. */
function lintCache() {
  const rules = readdirSync(join(root, "scripts/lint")).toSorted().map((name) => join("scripts/lint", name))
  const hash = createHash("sha256")
  for (const path of ["eslint.config.js", "package-lock.json", ...rules]) hash.update(readFileSync(join(root, path)))
  return [
    "--cache",
    "--cache-strategy",
    "content",
    "--cache-location",
    join(cache, `eslint-${hash.digest("hex").slice(0, 16)}`)
  ]
}

/** Runs a program to its end; its output is shown in one piece. */
const run = ([program, ...args]) =>
  new Promise((done) => {
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk))
    child.on("error", (error) => output.push(Buffer.from(`${error.message}\n`)))
    child.on("close", (status) => {
      process.stdout.write(Buffer.concat(output))
      done(status === 0)
    })
  })

const tsc = await compiler()
const passed = await Promise.all([
  run([tsc, "-p", "tsconfig.check.json", "--tsBuildInfoFile", join(cache, "check.tsbuildinfo")]),
  run([tsc, "-p", "app/tsconfig.json", "--tsBuildInfoFile", join(cache, "check-app.tsbuildinfo")]),
  run([...node, join(folderOf("eslint"), "bin/eslint.js"), ...lintCache(), "."]),
  run([...node, join(folderOf("oxlint"), "bin/oxlint"), "--type-aware", "--deny-warnings", "."])
])
process.exitCode = passed.every(Boolean) ? 0 : 1
