/**
 * Clients with the real engine through ten minutes without the service, with a fifth of it, and through a mass reload, in virtual time.
 * `npm run bench:crowd` has all scenarios.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { runCrowd } from "../../bench/crowd/runCrowd.js"

describe("a crowd of clients", () => {
  it.live("leaves a service alone that is down, and is done soon after it is back", () =>
    Effect.gen(function*() {
      const account = yield* runCrowd({ scenario: "outage", clients: 50, who: "ours", bin: 30 })
      assert.isAtMost(account.whileDown ?? Number.NaN, 1)
      assert.isAtMost(account.peakOverMean, 1.5)
      assert.isAtMost(account.again, 0.01)
      assert.isAtMost(account.end / account.ideal, 1.2)
    }))

  it.live("comes back without a wave after a brown-out: nobody is left with a pause that is long over", () =>
    Effect.gen(function*() {
      const account = yield* runCrowd({ scenario: "brown-out", clients: 40, who: "ours", bin: 30, seed: 2 })
      assert.isAtMost(account.peakOverMean, 1.5)
      assert.isAtMost(account.end / account.ideal, 1.2)
    }))

  it.live("asks without a wave when all begin in the same second: the more slowly it is answered, the less it asks", () =>
    Effect.gen(function*() {
      for (const seed of [5, 7]) {
        const account = yield* runCrowd({ scenario: "reload", clients: 40, who: "ours", bin: 30, seed })
        assert.isAtMost(account.peakOverMean, 1.5)
        assert.isAtMost(account.end / account.ideal, 1.2)
      }
    }))

  it.live("does the same each time for a seed, and something else for another", () =>
    Effect.gen(function*() {
      const run = (seed: number) => runCrowd({ scenario: "reload", clients: 10, who: "ours", bin: 30, seed })
      const account = yield* run(1)
      assert.deepStrictEqual(yield* run(1), account)
      assert.notDeepEqual((yield* run(2)).arrivals, account.arrivals)
    }))
})
