/** One run of vitest, shown as it goes and counted at the end. */
import { spawn } from "node:child_process"
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { availableParallelism, tmpdir } from "node:os"
import { dirname, join, relative, resolve } from "node:path"
import { isOwnOfVitest } from "./OutsideErrors.js"

const root = resolve(import.meta.dirname, "..")
const require = createRequire(import.meta.url)
export const vitest = join(dirname(require.resolve("vitest/package.json")), "vitest.mjs")

/** What `use` makes of a file that is gone afterwards; what was written to it is shown then. */
async function showAfter(use) {
  const folder = mkdtempSync(join(tmpdir(), "effect-drive-output-"))
  const path = join(folder, "output")
  const file = openSync(path, "a")
  try {
    return await use(file)
  } finally {
    closeSync(file)
    process.stdout.write(readFileSync(path))
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs a command to its end; the promise is its exit status. Its output is ours. With `inOnePiece` it is shown when the command
 * has ended, so that it does not mix with that of another one.
 */
export function command(file, args, { cwd = root, env = {}, inOnePiece = false } = {}) {
  const run = (stdio) =>
    new Promise((done) => {
      const child = spawn(file, args, { cwd, stdio, env: { ...process.env, ...env } })
      child.on("error", (error) => {
        console.error(error.message)
        done(1)
      })
      child.on("exit", (status) => done(status ?? 1))
    })
  // a file and not a pipe, which what the command has left running would keep open
  return inOnePiece ? showAfter((output) => run(["ignore", output, output])) : run("inherit")
}

const firstLine = (text) => (text ?? "").split("\n", 1)[0]

/** Whether the result of a test has never come. */
const isUnfinished = (test) => test.status === "pending"

const hasFailed = (file) => file.status === "failed" || file.assertionResults.some(isUnfinished)

const causeOf = (test) => isUnfinished(test) ? "its result has not come" : firstLine(test.failureMessages[0])

/** A file that could not even be loaded counts as one failure. */
function failuresOf(file) {
  const failed = file.assertionResults.filter((test) => test.status === "failed" || isUnfinished(test))
  const name = relative(root, file.name)
  if (failed.length === 0) return [`${name}: ${firstLine(file.message)}`]
  return failed.map((test) => `${name} > ${test.fullName}: ${causeOf(test)}`)
}

/** What `OutsideErrors.js` has written. */
const linesOf = (file) => existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []

const outside = (line) => `outside of the tests: ${line}`

/** Every error outside of the tests counts as a failure, but for those that are vitest's own. */
function countsOf(report, status, lines) {
  const failedFiles = report.testResults.filter(hasFailed)
  const errors = lines.filter((line) => !isOwnOfVitest(line)).map(outside)
  const failures = [...failedFiles.flatMap(failuresOf), ...errors]
  if (status !== 0 && failures.length === 0 && lines.length === 0) {
    failures.push(`vitest ended with status ${status}, and named no error`)
  }
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    failures,
    files: failedFiles.map((file) => relative(root, file.name)),
    errors,
    unsteady: lines.filter(isOwnOfVitest).map(outside)
  }
}

async function runOnce(name, args, { env, inOnePiece, node, wrapper }) {
  const folder = mkdtempSync(join(tmpdir(), "effect-drive-report-"))
  const reportFile = join(folder, "report.json")
  const outsideFile = join(folder, "outside")
  const [file, ...rest] = [
    ...wrapper,
    node,
    vitest,
    "run",
    ...args,
    "--reporter=default",
    "--reporter=json",
    `--reporter=${join(import.meta.dirname, "OutsideErrors.js")}`,
    `--outputFile.json=${reportFile}`
  ]
  try {
    const status = await command(file, rest, { env: { ...env, OUTSIDE_ERRORS: outsideFile }, inOnePiece })
    return countsOf(JSON.parse(readFileSync(reportFile, "utf8")), status, linesOf(outsideFile))
  } catch {
    return {
      passed: 0,
      failed: 1,
      failures: [`the run of ${name} left no report`],
      files: [],
      errors: [],
      unsteady: []
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Where more files fail, the cause is no accident. */
const againAtMost = 3

const processes = (count) => ["min", "max"].map((end) => `--poolOptions.forks.${end}Forks=${count}`)

const testOf = (failure) => failure.split(": ", 1)[0]

/**
 * Runs vitest with `args` on `node`, under `wrapper` if given (a command that runs what follows it). `env` and `inOnePiece` are
 * those of `command`.
 *
 * With `again`, a few files that fail run once more by themselves. A test that passes then does not count as failed, but is
 * reported as unsteady: it is a defect of the test or of the code, and not of the change.
 *
 * `files` are the files or folders to run; by default all.
 *
 * `forks` is how many processes run files at the same time; by default as many as there are processors. vitest can fail when it
 * ends an idle process while it ends the run, so there are never fewer of them.
 *
 * @returns {Promise<{
 *   passed: number
 *   failed: number
 *   failures: ReadonlyArray<string>
 *   unsteady: ReadonlyArray<string>
 * }>} a line for each failure
 */
export async function vitestRun(
  name,
  args,
  {
    again = false,
    env = {},
    files = [],
    forks = availableParallelism(),
    inOnePiece = false,
    node = process.execPath,
    wrapper = []
  } = {}
) {
  const options = { env, inOnePiece, node, wrapper }
  const first = await runOnce(name, [...args, ...files, ...processes(forks)], options)
  if (!again || first.files.length === 0 || first.files.length > againAtMost) return first
  console.log(`\nOnce more, by themselves: ${first.files.join(", ")}\n`)
  const second = await runOnce(`${name}-again`, [...args, ...first.files, ...processes(1)], options)
  const stillFailed = new Set(second.failures.map(testOf))
  const passedNow = first.failures.filter((failure) =>
    !first.errors.includes(failure) && !stillFailed.has(testOf(failure))
  )
  const failures = [...first.errors, ...second.failures]
  return {
    passed: first.passed + passedNow.length,
    failed: failures.length,
    failures,
    files: second.files,
    errors: [...first.errors, ...second.errors],
    unsteady: [...first.unsteady, ...passedNow, ...second.unsteady]
  }
}
