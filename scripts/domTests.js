/** What renders, in a page that jsdom pretends to be; `npm test` has run the same suites in happy-dom. */
import { vitestRun } from "./vitestRun.js"

/** The counts of the run. */
export const domTests = (options = {}) => vitestRun("jsdom", ["--project", "jsdom"], { ...options, again: true })
