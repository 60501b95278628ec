/** The bandwidth limit: how much is begun in any half minute where bodies go as one request, in any second where in slices. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SpeedLimit } from "../../../src/services/transfers/SpeedLimit.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"

const MiB = 1_048_576
const part = 5 * MiB

interface Begun {
  readonly at: number
  readonly bytes: number
}

/** Five uploads send part after part, each in no time, for so long. */
const sending = Effect.fnUntraced(function*(pace: SpeedLimit, begun: Array<Begun>, millis: number) {
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

const rates = (
  begun: ReadonlyArray<Begun>,
  from: number,
  to: number,
  [window, step] = [30_000, 1000]
): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let at = from; at + window <= to; at += step) {
    const bytes = begun.reduce((sum, one) => one.at >= at && one.at < at + window ? sum + one.bytes : sum, 0)
    found.push(bytes / (window / 1000))
  }
  return found
}

/** Five bodies without an end leave in slices, whose writing takes a while, for so long. */
const slicing = Effect.fnUntraced(function*(pace: SpeedLimit, begun: Array<Begun>, millis: number) {
  const start = yield* Clock.currentTimeMillis
  const one = (takes: number) =>
    Effect.gen(function*() {
      const bytes = yield* pace.slice(524_288)
      begun.push({ at: (yield* Clock.currentTimeMillis) - start, bytes })
      yield* Effect.sleep(takes)
    })
  yield* Effect.forEach([1, 2, 3, 5, 8], (takes) => Effect.forever(one(takes)), {
    concurrency: "unbounded",
    discard: true
  }).pipe(Effect.timeoutOption(millis))
})

describe("a bandwidth limit", () => {
  for (const limit of [2 * MiB, 10 * MiB, 100 * MiB]) {
    it.live(`of ${limit / MiB} MiB/s holds within a tenth in every 30 s`, () =>
      VirtualTime.run(Effect.gen(function*() {
        const begun: Array<Begun> = []
        yield* sending(new SpeedLimit(limit), begun, 120_000)
        for (const rate of rates(begun, 0, 120_000)) assert.closeTo(rate / limit, 1, 0.1)
      })))
  }

  it.live("that changes while parts wait holds from then on", () =>
    VirtualTime.run(Effect.gen(function*() {
      const pace = new SpeedLimit(2 * MiB)
      const begun: Array<Begun> = []
      yield* Effect.fork(Effect.delay(Effect.sync(() => pace.set(20 * MiB)), 60_000))
      yield* sending(pace, begun, 120_000)
      for (const rate of rates(begun, 0, 60_000)) assert.closeTo(rate / MiB, 2, 0.2)
      for (const rate of rates(begun, 61_000, 120_000)) assert.closeTo(rate / MiB, 20, 2)
    })))

  for (const limit of [20_000, MiB, 10 * MiB]) {
    it.live(`of ${limit} bytes/s holds for slices: within a tenth in every second, and exactly in the mean`, () =>
      VirtualTime.run(Effect.gen(function*() {
        const begun: Array<Begun> = []
        yield* slicing(new SpeedLimit(limit), begun, 30_000)
        // Between two slices nothing goes: a window of a second is as exact as a slice is small.
        for (const rate of rates(begun, 100, 30_000, [1000, 50])) assert.closeTo(rate / limit, 1, 0.1)
        const [mean = 0] = rates(begun, 0, 30_000)
        assert.closeTo(mean / limit, 1, 0.005)
      })))
  }

  it.live("that falls while slices wait makes them smaller at once", () =>
    VirtualTime.run(Effect.gen(function*() {
      const pace = new SpeedLimit(10 * MiB)
      const begun: Array<Begun> = []
      yield* Effect.fork(Effect.delay(Effect.sync(() => pace.set(20_000)), 5000))
      yield* slicing(pace, begun, 20_000)
      for (const rate of rates(begun, 6000, 20_000, [1000, 50])) assert.closeTo(rate / 20_000, 1, 0.1)
      assert.deepStrictEqual(new Set(begun.filter(({ at }) => at > 5100).map(({ bytes }) => bytes)), new Set([1024]))
    })))

  it.live("of nothing is none", () =>
    VirtualTime.run(Effect.gen(function*() {
      const pace = new SpeedLimit()
      const begun: Array<Begun> = []
      yield* sending(pace, begun, 100)
      assert.isAbove(begun.length, 200)
    })))
})
