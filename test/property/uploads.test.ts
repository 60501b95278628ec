import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { runScenario } from "./runScenario.js"
import { scenario, twoTabs } from "./scenario.js"

const numRuns = Number(process.env["PROPERTY_RUNS"] ?? 2000)

const tabRuns = Math.ceil(numRuns / 2)

describe("Uploads under faults and intents", () => {
  it("end with equal bytes, or cancelled, and leave nothing behind", () =>
    fc.assert(
      fc.asyncProperty(scenario, (scenario) => Effect.runPromise(runScenario(scenario))),
      { numRuns }
    ), numRuns * 100 + 60_000)

  it("that two tabs take from each other end the same way, locks or no locks", () =>
    fc.assert(
      fc.asyncProperty(twoTabs, (scenario) => Effect.runPromise(runScenario(scenario))),
      { numRuns: tabRuns }
    ), tabRuns * 100 + 60_000)
})
