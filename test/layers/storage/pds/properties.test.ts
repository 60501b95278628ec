/** The scenarios of `test/property`, on the rules of pds alone: parts in order, none twice, an upload id with the create call. */
import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { runScenario } from "../../../property/runScenario.js"
import { scenarios } from "../../../property/scenario.js"

const numRuns = 100

describe("Uploads to pds under faults and intents", () => {
  it("end with equal bytes, or cancelled, and leave nothing behind", () =>
    fc.assert(
      fc.asyncProperty(
        fc.boolean().chain(scenarios),
        (scenario) => Effect.runPromise(runScenario({ ...scenario, platform: "pds" }))
      ),
      { numRuns }
    ), 240_000)
})
