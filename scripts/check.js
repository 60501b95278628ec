/**
 * `npm run check`: types with Effect's own diagnostics, types of the web drive, and lint, side by side. The rules of lint that
 * need types are oxlint's (`.oxlintrc.json`), whose compiler is much faster; all others are in `eslint.config.js`.
 *
 * The diagnostics live in a copy of the compiler that is patched here, below `node_modules/.cache`: no install script,
 * and the compiler of the editor stays as it is. One pass finds both, and what has not changed is not checked again.
 */
import { execFile, spawn } from "node:child_process"
import { cpSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { cache, cachedFolder } from "./cachedFolder.js"

const root = resolve(import.meta.dirname, "..")
const require = createRequire(import.meta.url)
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`))
const versionOf = (name) => require(`${name}/package.json`).version

const diagnostics = "@effect/language-service"

const patchedCompiler = async () => {
  const name = `typescript-${versionOf("typescript")}-${versionOf(diagnostics)}`
  const folder = await cachedFolder(name, async (fresh) => {
    cpSync(folderOf("typescript"), fresh, { recursive: true })
    const patch = [join(folderOf(diagnostics), "cli.js"), "patch", "--dir", fresh, "--module", "tsc"]
    await promisify(execFile)(process.execPath, patch, { cwd: cache })
  })
  return join(folder, "lib/tsc.js")
}

/** Compilers make many objects that die young. */
const nodeOptions = ["--max-semi-space-size=64"]

/** Runs a program to its end; its output is shown in one piece. */
const run = (args) =>
  new Promise((done) => {
    const child = spawn(process.execPath, [...nodeOptions, ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe"] })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk))
    child.on("close", (status) => {
      process.stdout.write(Buffer.concat(output))
      done(status === 0)
    })
  })

const compiler = await patchedCompiler()
const passed = await Promise.all([
  run([compiler, "-p", "tsconfig.check.json", "--tsBuildInfoFile", join(cache, "check.tsbuildinfo")]),
  run([require.resolve("typescript/lib/tsc.js"), "-p", "app/tsconfig.json"]),
  run([join(folderOf("eslint"), "bin/eslint.js"), "."]),
  run([join(folderOf("oxlint"), "bin/oxlint"), "--type-aware", "--deny-warnings", "."])
])
process.exitCode = passed.every(Boolean) ? 0 : 1
