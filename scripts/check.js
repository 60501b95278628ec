/**
 * `npm run check`: types with Effect's own diagnostics, those of the web drive too, and lint (`oxlint.config.js`), side by
 * side.
 *
 * Types are checked by the compiler in Go that holds the diagnostics. It is 140 MB large and nobody else needs it: the first check
 * puts it below `node_modules/.cache`. What has not changed is not checked again.
 */
import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { availableParallelism } from "node:os"
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

const lint = [process.execPath, join(folderOf("oxlint"), "bin/oxlint"), "-c", "oxlint.config.js", "--deny-warnings"]

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

/** Each works out the types that all of them need once more, and other programs run beside them. */
const checkers = String(Math.max(1, Math.floor(availableParallelism() / 2)))

const tsc = await compiler()
const check = (project, info) =>
  run([tsc, "-p", project, "--tsBuildInfoFile", join(cache, info), "--checkers", checkers])

const passed = await Promise.all([
  check("tsconfig.check.json", "check.tsbuildinfo"),
  check("app/tsconfig.json", "check-app.tsbuildinfo"),
  run([...lint, "--type-aware", "--report-unused-disable-directives", "."])
])
process.exitCode = passed.every(Boolean) ? 0 : 1
