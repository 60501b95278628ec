import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { runScenario } from "./runScenario.js"
import { scenario } from "./scenario.js"

const numRuns = Number(process.env["PROPERTY_RUNS"] ?? 2000)

describe("Uploads under faults and intents", () => {
  it("end with equal bytes, or cancelled, and leave nothing behind", () =>
    fc.assert(
      fc.asyncProperty(scenario, (scenario) => Effect.runPromise(runScenario(scenario))),
      { numRuns }
    ), numRuns * 100 + 60_000)
})
