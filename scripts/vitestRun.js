/** One run of vitest, shown as it goes and counted at the end. */
import { spawn } from "node:child_process"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")
const require = createRequire(import.meta.url)
export const vitest = join(dirname(require.resolve("vitest/package.json")), "vitest.mjs")

/** Runs a command to its end with our output; the promise is its exit status. */
export function command(file, args, env = {}, cwd = root) {
  return new Promise((done) => {
    const child = spawn(file, args, { cwd, stdio: "inherit", env: { ...process.env, ...env } })
    child.on("error", (error) => {
      console.error(error.message)
      done(1)
    })
    child.on("exit", (status) => done(status ?? 1))
  })
}

const firstLine = (text) => (text ?? "").split("\n", 1)[0]

/** A file that could not even be loaded counts as one failure. */
function failuresOf(file) {
  const failed = file.assertionResults.filter((test) => test.status === "failed")
  const name = relative(root, file.name)
  if (failed.length === 0) return [`${name}: ${firstLine(file.message)}`]
  return failed.map((test) => `${name} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
}

/** An error outside of all tests shows in the exit status alone, and counts as one failure. */
function countsOf(report, status) {
  const failures = report.testResults.filter((file) => file.status === "failed").flatMap(failuresOf)
  if (status !== 0 && failures.length === 0) failures.push("an error outside of the tests")
  return { passed: report.numPassedTests, failed: failures.length, failures }
}

/**
 * Runs vitest with `args` on `node`, under `wrapper` if given (a command that runs what follows it).
 *
 * @returns {Promise<{ passed: number, failed: number, failures: ReadonlyArray<string> }>} a line for each failure
 */
export async function vitestRun(name, args, { node = process.execPath, wrapper = [], env = {} } = {}) {
  const reportFile = join(root, "node_modules/.cache/effect-drive", `tests-${name}-${process.pid}.json`)
  mkdirSync(dirname(reportFile), { recursive: true })
  const [file, ...rest] = [
    ...wrapper,
    node,
    vitest,
    "run",
    ...args,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${reportFile}`
  ]
  const status = await command(file, rest, env)
  try {
    return countsOf(JSON.parse(readFileSync(reportFile, "utf8")), status)
  } catch {
    return { passed: 0, failed: 1, failures: [`the run of ${name} left no report`] }
  } finally {
    rmSync(reportFile, { force: true })
  }
}
