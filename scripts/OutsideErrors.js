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

/**
 * Whether a line is that of vitest's pool which ends one process twice. It happens when all files have run: one that has not is in
 * the report, or is an `AggregateError`.
 */
export const isEndedTwice = (line) => line === "Error: Terminating worker thread"
