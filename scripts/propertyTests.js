/** Runs of the property tests that `npm test` has no time for: with another seed, so that they are other cases. */
import { vitestRun } from "./vitestRun.js"

const env = { PROPERTY_RUNS: "700", PROPERTY_SEED: "20261124" }

/** The counts of these runs. */
export const moreRuns = (options = {}) =>
  vitestRun("property", ["--project", "unit", "test/property/uploads.test.ts"], { ...options, env })
