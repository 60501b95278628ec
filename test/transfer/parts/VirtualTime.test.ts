import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Duration, Effect, Exit, Fiber, Queue } from "effect"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"

describe("VirtualTime", () => {
  it.live("lets a day pass at once", () =>
    Effect.gen(function*() {
      const passed = yield* VirtualTime.run(Effect.gen(function*() {
        const before = yield* Clock.currentTimeMillis
        yield* Effect.sleep("1 day")
        return (yield* Clock.currentTimeMillis) - before
      }))
      assert.strictEqual(passed, 86_400_000)
    }))

  it.live("wakes sleepers in the order of their times", () =>
    Effect.gen(function*() {
      const woken = yield* VirtualTime.run(Effect.gen(function*() {
        const order: Array<number> = []
        const sleep = (millis: number) => Effect.zipRight(Effect.sleep(millis), Effect.sync(() => order.push(millis)))
        yield* Effect.forEach([300, 100, 200], sleep, { concurrency: "unbounded" })
        return order
      }))
      assert.deepStrictEqual(woken, [100, 200, 300])
    }))

  it.live("wakes those of one time in the order in which they lay down, and none that has left", () =>
    VirtualTime.run(Effect.gen(function*() {
      const woken: Array<string> = []
      const sleeper = (name: string, millis: number) =>
        Effect.zipRight(Effect.sleep(millis), Effect.sync(() => woken.push(name)))
      const leaves = Effect.raceFirst(sleeper("left", 25), Effect.sleep(5))
      yield* Effect.all(
        [sleeper("c", 30), sleeper("a", 10), leaves, sleeper("b1", 20), sleeper("d", 40), sleeper("b2", 20)],
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(woken, ["a", "b1", "b2", "c", "d"])
    })))

  it.live("goes in steps where it is told to", () =>
    VirtualTime.run(
      Effect.gen(function*() {
        yield* Effect.sleep(31)
        assert.strictEqual(yield* Clock.currentTimeMillis, 40)
      }),
      { startAt: 0, step: 20 }
    ))

  it.live("interrupts a sleeper by a timeout", () =>
    Effect.gen(function*() {
      const exit = yield* VirtualTime.run(Effect.exit(Effect.timeout(Effect.sleep("1 hour"), "1 minute")))
      assert.isTrue(Exit.isFailure(exit))
    }))

  it.live("reports a program that can never end", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(VirtualTime.run(Effect.flatMap(Deferred.make<void>(), Deferred.await)))
      assert.instanceOf(error, VirtualTime.Deadlock)
    }))

  it.live("reports a program that sleeps for ever", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(VirtualTime.run(Effect.sleep(Duration.infinity)))
      assert.instanceOf(error, VirtualTime.Deadlock)
    }))

  it.live("stands still while it is held", () =>
    Effect.gen(function*() {
      const passed = yield* VirtualTime.run(Effect.gen(function*() {
        const sleeper = yield* Effect.fork(Effect.sleep("1 hour"))
        const before = yield* Clock.currentTimeMillis
        yield* VirtualTime.hold(Effect.promise(() => new Promise((done) => setTimeout(done, 20))))
        const after = yield* Clock.currentTimeMillis
        yield* Fiber.join(sleeper)
        return after - before
      }))
      assert.strictEqual(passed, 0)
    }))

  it.live("passes thousands of hand-overs between fibers without losing its place", () =>
    Effect.gen(function*() {
      const passed = yield* VirtualTime.run(Effect.gen(function*() {
        const queue = yield* Queue.bounded<number>(1)
        const before = yield* Clock.currentTimeMillis
        yield* Effect.fork(Effect.sleep("1 hour"))
        yield* Effect.fork(Effect.forEach(Array.from({ length: 5000 }, (_, index) => index), (n) => queue.offer(n)))
        yield* Effect.repeatN(queue.take, 4999)
        return (yield* Clock.currentTimeMillis) - before
      }))
      assert.strictEqual(passed, 0)
    }))
})
