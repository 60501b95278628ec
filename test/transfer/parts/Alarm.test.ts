import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber, TestClock } from "effect"
import { unlessLate } from "../../../src/transfer/parts/Alarm.js"
import * as Watchdog from "../../../src/transfer/parts/Watchdog.js"

/** Requests without an answer, and the second in which each was broken off. */
const makeRequests = Effect.sync(() => {
  const ended: Array<readonly [name: string, second: number]> = []
  const begin = (path: string, seconds: number) =>
    Effect.never.pipe(
      Watchdog.withTimeLimit(Duration.seconds(seconds), { method: "GET", path }),
      Effect.catchTag("TransportError", (error) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          ended.push([error.path, now / 1000])
        })),
      Effect.fork
    )
  return { begin, ended }
})

/** Second by second, so that each fiber that is woken does what it has to do. */
const pass = (seconds: number) => Effect.repeatN(TestClock.adjust("1 second"), seconds - 1)

describe("time limits that run at the same time", () => {
  it.effect("end each request in its own time, whichever began first", () =>
    Effect.gen(function*() {
      const { begin, ended } = yield* makeRequests
      yield* begin("long", 60)
      yield* pass(10)
      yield* begin("short", 20)
      yield* begin("last", 70)
      yield* begin("with the short one", 20)
      yield* pass(90)
      assert.deepStrictEqual(ended, [["short", 30], ["with the short one", 30], ["long", 60], ["last", 80]])
    }))

  it.effect("hold for those that stay when others are answered or left", () =>
    Effect.gen(function*() {
      const { begin, ended } = yield* makeRequests
      const left = yield* begin("left", 20)
      yield* begin("stays", 40)
      const answered = yield* Effect.fork(
        Watchdog.withTimeLimit(Duration.seconds(30), { method: "GET", path: "answered" })(Effect.sleep("3 seconds"))
      )
      yield* pass(5)
      yield* Fiber.join(answered)
      yield* Fiber.interrupt(left)
      yield* pass(60)
      assert.deepStrictEqual(ended, [["stays", 40]])
    }))

  it.effect("hold again after all have been left", () =>
    Effect.gen(function*() {
      const { begin, ended } = yield* makeRequests
      yield* Effect.flatMap(begin("left", 20), Fiber.interrupt)
      yield* pass(6)
      yield* begin("later", 30)
      yield* pass(60)
      assert.deepStrictEqual(ended, [["later", 36]])
    }))

  it.effect("are looked at alone as they come, however many there are", () =>
    Effect.gen(function*() {
      let looks = 0
      const clock = yield* Effect.clock
      const request = unlessLate(clock, Effect.never, () => {
        looks++
        return 30_000
      }, () => "late")
      const count = 500
      const requests = yield* Effect.forEach(Array.from({ length: count }), () => Effect.fork(request))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(looks, count)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(looks, 2 * count)
      yield* Fiber.interruptAll(requests)
    }))
})
