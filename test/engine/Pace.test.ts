/** The bandwidth limit, where a body goes as one request: how much is begun in any half minute. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { Pace } from "../../src/services/engine/Pace.js"
import * as VirtualTime from "../../src/testing/VirtualTime.js"

const MiB = 1_048_576
const part = 5 * MiB
const window = 30_000

interface Begun {
  readonly at: number
  readonly bytes: number
}

/** Five uploads send part after part, each in no time, for so long. */
const sending = Effect.fnUntraced(function*(pace: Pace, begun: Array<Begun>, millis: number) {
  const start = yield* Clock.currentTimeMillis
  const one = Effect.gen(function*() {
    yield* pace.take(part)
    begun.push({ at: (yield* Clock.currentTimeMillis) - start, bytes: part })
    yield* Effect.sleep(1)
  })
  yield* Effect.forEach([1, 2, 3, 4, 5], () => Effect.forever(one), { concurrency: "unbounded", discard: true }).pipe(
    Effect.timeoutOption(millis)
  )
})

const rates = (begun: ReadonlyArray<Begun>, from: number, to: number): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let at = from; at + window <= to; at += 1000) {
    const bytes = begun.reduce((sum, one) => one.at >= at && one.at < at + window ? sum + one.bytes : sum, 0)
    found.push(bytes / (window / 1000))
  }
  return found
}

describe("a bandwidth limit", () => {
  for (const limit of [2 * MiB, 10 * MiB, 100 * MiB]) {
    it.live(`of ${limit / MiB} MiB/s holds within a tenth in every 30 s`, () =>
      VirtualTime.run(Effect.gen(function*() {
        const begun: Array<Begun> = []
        yield* sending(new Pace(limit), begun, 120_000)
        for (const rate of rates(begun, 0, 120_000)) assert.closeTo(rate / limit, 1, 0.1)
      })))
  }

  it.live("that changes while parts wait holds from then on", () =>
    VirtualTime.run(Effect.gen(function*() {
      const pace = new Pace(2 * MiB)
      const begun: Array<Begun> = []
      yield* Effect.fork(Effect.delay(Effect.sync(() => pace.set(20 * MiB)), 60_000))
      yield* sending(pace, begun, 120_000)
      for (const rate of rates(begun, 0, 60_000)) assert.closeTo(rate / MiB, 2, 0.2)
      for (const rate of rates(begun, 61_000, 120_000)) assert.closeTo(rate / MiB, 20, 2)
    })))

  it.live("of nothing is none", () =>
    VirtualTime.run(Effect.gen(function*() {
      const pace = new Pace()
      const begun: Array<Begun> = []
      yield* sending(pace, begun, 100)
      assert.isAbove(begun.length, 200)
    })))
})
