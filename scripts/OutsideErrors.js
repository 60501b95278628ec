import { appendFileSync } from "node:fs"

const lineOf = (error) => `${error.name ?? "Error"}: ${error.message ?? error}`.split("\n", 1)[0]

/**
 * A reporter of vitest that writes the errors that belong to no test into the file which `OUTSIDE_ERRORS` names, a line each: those
 * of the processes that run tests, and rejections of vitest's own process, which it prints and tells no reporter.
 */
export default class OutsideErrors {
  onInit() {
    process.on("unhandledRejection", (error) => this.#write(error))
  }

  onTestRunEnd(_modules, errors) {
    for (const error of errors) this.#write(error)
  }

  #write(error) {
    appendFileSync(process.env.OUTSIDE_ERRORS, `${lineOf(error)}\n`)
  }
}

/** The pool ends one process twice. It happens when all files have run: one that has not is in the report, or is an `AggregateError`. */
const endedTwice = "Error: Terminating worker thread"

/**
 * A process that runs tests has sent results, and was given no time for a minute to read that they have arrived. They have: a test
 * whose result is lost is in the report as one that still runs.
 */
const answerReadLate = "Error: [vitest-worker]: Timeout calling \"onTaskUpdate\""

/** Whether a line is an error of vitest itself that says nothing about tests or code. */
export const isOwnOfVitest = (line) => line === endedTwice || line === answerReadLate
