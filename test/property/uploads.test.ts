import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { runScenario } from "./runScenario.js"
import { scenarios, twoTabs } from "./scenario.js"

const numRuns = Number(process.env["PROPERTY_RUNS"] ?? 1000)

const tabRuns = Math.ceil(numRuns / 2)

for (const listAnnounced of [false, true]) {
  describe(`Uploads under faults and intents, where announced files are ${listAnnounced ? "listed" : "hidden"}`, () => {
    it("end with equal bytes, or cancelled, and leave nothing behind", () =>
      fc.assert(
        fc.asyncProperty(scenarios(listAnnounced), (scenario) => Effect.runPromise(runScenario(scenario))),
        { numRuns }
      ), numRuns * 1000 + 60_000)

    it("that two tabs take from each other end the same way, locks or no locks", () =>
      fc.assert(
        fc.asyncProperty(twoTabs(listAnnounced), (scenario) => Effect.runPromise(runScenario(scenario))),
        { numRuns: tabRuns }
      ), tabRuns * 1000 + 60_000)
  })
}
