import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope, TestClock } from "effect"
import * as SingleFlight from "../../../src/services/SingleFlight.js"

describe("SingleFlight", () => {
  it.scoped("makes one call for all who ask at once, and another one later", () =>
    Effect.gen(function*() {
      const flights = yield* SingleFlight.make<number, never>()
      const gate = yield* Deferred.make<void>()
      let calls = 0
      const call = Effect.zipRight(
        Effect.sync(() => ++calls),
        Effect.zipRight(Deferred.await(gate), Effect.sync(() => calls))
      )
      const waiting = yield* Effect.fork(
        Effect.all(Array.from({ length: 50 }, () => flights.join("a", call)), { concurrency: 50 })
      )
      while (calls === 0) yield* Effect.yieldNow()
      assert.isTrue(flights.isUnderway("a"))
      assert.isFalse(flights.isUnderway("b"))
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(yield* Fiber.join(waiting), Array.from({ length: 50 }, () => 1))
      assert.isFalse(flights.isUnderway("a"))
      assert.strictEqual(yield* flights.join("a", call), 2)
    }))

  it.scoped("continues when the caller that began it leaves", () =>
    Effect.gen(function*() {
      const flights = yield* SingleFlight.make<string, never>()
      const gate = yield* Deferred.make<string>()
      let calls = 0
      const call = Effect.zipRight(Effect.sync(() => ++calls), Deferred.await(gate))
      const first = yield* Effect.fork(flights.join("a", call))
      while (calls === 0) yield* Effect.yieldNow()
      const second = yield* Effect.fork(flights.join("a", call))
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(first)))
      yield* Deferred.succeed(gate, "landed")
      assert.strictEqual(yield* Fiber.join(second), "landed")
      assert.strictEqual(calls, 1)
    }))

  it.scoped("a read that all have left is ended, and who comes then makes another", () =>
    Effect.gen(function*() {
      const flights = yield* SingleFlight.make<string, never>(true)
      const isEnded = yield* Deferred.make<void>()
      let calls = 0
      const hanging = Effect.suspend(() => {
        calls++
        return Effect.onInterrupt(Effect.never, () => Deferred.succeed(isEnded, undefined))
      })
      const first = yield* Effect.fork(flights.join("a", hanging))
      while (calls === 0) yield* Effect.yieldNow()
      const second = yield* Effect.fork(flights.join("a", hanging))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(first)
      assert.isTrue(flights.isUnderway("a"))
      yield* Fiber.interrupt(second)
      assert.isFalse(flights.isUnderway("a"))
      assert.strictEqual(yield* flights.join("a", Effect.succeed("of the next")), "of the next")
      yield* Deferred.await(isEnded)
      assert.strictEqual(calls, 1)
    }))

  it.scoped("gives a failure to all and keeps none of it", () =>
    Effect.gen(function*() {
      const flights = yield* SingleFlight.make<string, string>()
      assert.strictEqual(yield* Effect.flip(flights.join("a", Effect.fail("no"))), "no")
      assert.strictEqual(yield* flights.join("a", Effect.succeed("yes")), "yes")
    }))

  it.scoped("after forget nobody joins the call under way, and its end leaves the new one alone", () =>
    Effect.gen(function*() {
      const flights = yield* SingleFlight.make<string, never>()
      const old = yield* Deferred.make<string>()
      const next = yield* Deferred.make<string>()
      const before = yield* Effect.fork(flights.join("a", Deferred.await(old)))
      while (!flights.isUnderway("a")) yield* Effect.yieldNow()
      flights.forget()
      const after = yield* Effect.fork(flights.join("a", Deferred.await(next)))
      while (!flights.isUnderway("a")) yield* Effect.yieldNow()
      yield* Deferred.succeed(old, "old")
      assert.strictEqual(yield* Fiber.join(before), "old")
      assert.isTrue(flights.isUnderway("a"))
      yield* Deferred.succeed(next, "new")
      assert.strictEqual(yield* Fiber.join(after), "new")
    }))

  it.scoped("a call that is to go on is not ended by who leaves", () =>
    Effect.gen(function*() {
      const flights = yield* SingleFlight.make<string, never>(true)
      const answer = yield* Deferred.make<string>()
      const first = yield* Effect.fork(flights.join("a", Deferred.await(answer), true))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(first)
      assert.isTrue(flights.isUnderway("a"))
      const second = yield* Effect.fork(flights.join("a", Effect.succeed("not joined")))
      yield* Effect.yieldNow()
      yield* Deferred.succeed(answer, "of the first")
      assert.strictEqual(yield* Fiber.join(second), "of the first")
    }))

  it.scoped("begins another when the call under way is older than may be joined, and each gives its own", () =>
    Effect.gen(function*() {
      const flights = yield* SingleFlight.make<string, never>(true)
      const old = yield* Deferred.make<string>()
      const next = yield* Deferred.make<string>()
      const before = yield* Effect.fork(flights.join("a", Deferred.await(old)))
      yield* TestClock.adjust(60_000)
      const joined = yield* Effect.fork(flights.join("a", Effect.succeed("not joined")))
      yield* TestClock.adjust(1)
      const after = yield* Effect.fork(flights.join("a", Deferred.await(next)))
      yield* Effect.yieldNow()
      yield* Deferred.succeed(old, "old")
      assert.deepStrictEqual(yield* Fiber.join(Fiber.zip(before, joined)), ["old", "old"])
      assert.isTrue(flights.isUnderway("a"))
      yield* Deferred.succeed(next, "new")
      assert.strictEqual(yield* Fiber.join(after), "new")
      assert.isFalse(flights.isUnderway("a"))
    }))

  it.effect("ends with its scope, and interrupts who waits", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const flights = yield* Scope.extend(SingleFlight.make<never, never>(), scope)
      const waiting = yield* Effect.fork(flights.join("a", Effect.never))
      while (!flights.isUnderway("a")) yield* Effect.yieldNow()
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(Exit.isInterrupted(yield* Fiber.await(waiting)))
    }))
})
