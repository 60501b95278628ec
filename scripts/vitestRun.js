/** One run of vitest, shown as it goes and counted at the end. */
import { spawn } from "node:child_process"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"

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

/** A file that could not even be loaded, or an error outside of all tests, counts as one failure. */
function countsOf(report, status) {
  const broken = report.testResults.filter((file) =>
    file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed")
  )
  const failed = report.numFailedTests + broken.length
  return { passed: report.numPassedTests, failed: status !== 0 && failed === 0 ? 1 : failed }
}

/**
 * Runs vitest with `args`, under `wrapper` if given (a command that runs what follows it).
 *
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function vitestRun(name, args, { wrapper = [], env = {} } = {}) {
  const reportFile = join(root, "node_modules/.cache/effect-drive", `tests-${name}-${process.pid}.json`)
  mkdirSync(dirname(reportFile), { recursive: true })
  const [file, ...rest] = [
    ...wrapper,
    process.execPath,
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
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(reportFile, { force: true })
  }
}
