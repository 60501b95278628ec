import { assert, describe, it } from "@effect/vitest"
import type { Scope } from "effect"
import { Duration, Effect, Exit, Fiber } from "effect"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { batchCalls } from "../../../src/transfer/parts/batchCalls.js"

const gathering = (alone: boolean, max = 100) =>
  Effect.map(Effect.scope, (scope) => {
    const sent: Array<ReadonlyArray<number>> = []
    const calls = batchCalls(scope, {
      max,
      linger: Duration.millis(50),
      alone: () => alone
    }, (keys: ReadonlyArray<number>) =>
      Effect.sync(() => {
        sent.push(keys)
        return (key: number) => key < 0 ? Exit.fail(`${key} refused`) : Exit.succeed(key * 2)
      }).pipe(Effect.delay("100 millis")))
    return { sent, ...calls }
  })

const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => VirtualTime.run(Effect.scoped(effect))

describe("batchCalls", () => {
  it.live("sends one call while the rest gathers for the next", () =>
    run(Effect.gen(function*() {
      const { ask, sent } = yield* gathering(false)
      const first = yield* Effect.fork(ask(1))
      yield* Effect.sleep("60 millis")
      const answers = yield* Effect.forEach([2, 3, 4], ask, { concurrency: "unbounded" })
      assert.deepStrictEqual(answers, [4, 6, 8])
      assert.strictEqual(yield* Fiber.join(first), 2)
      assert.deepStrictEqual(sent, [[1], [2, 3, 4]])
    })))

  it.live("waits while more keep coming, a quarter of a second at most", () =>
    run(Effect.gen(function*() {
      const { ask, sent } = yield* gathering(false)
      const comeEvery = (millis: number, keys: ReadonlyArray<number>) =>
        Effect.forEach(keys, (key) => Effect.zipLeft(Effect.fork(ask(key)), Effect.sleep(millis)))
      yield* Effect.flatMap(comeEvery(30, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), Fiber.awaitAll)
      assert.deepStrictEqual(sent, [[1, 2, 3, 4, 5, 6, 7, 8, 9], [10]])
      yield* Effect.sleep("1 second")
      yield* Effect.flatMap(comeEvery(60, [11, 12]), Fiber.awaitAll)
      assert.deepStrictEqual(sent.slice(2), [[11], [12]])
    })))

  it.live("does not linger for one who is alone", () =>
    run(Effect.gen(function*() {
      const { ask } = yield* gathering(true)
      const asking = yield* Effect.fork(ask(1))
      yield* Effect.sleep("101 millis")
      assert.isNotNull(asking.unsafePoll())
    })))

  /** After so many steps a fiber lets others go on; with fewer it would do nothing else. */
  const budgets = Array.from({ length: 30 }, (_, more) => 30 + more)

  it.live("answers all, however the steps of several come between each other", () =>
    run(Effect.forEach(budgets, (steps) =>
      Effect.gen(function*() {
        const { ask } = yield* gathering(true)
        const keys = Array.from({ length: 20 }, (_, key) => key)
        const asked = Effect.forEach(keys, ask, { concurrency: "unbounded" })
        const answers = yield* Effect.withMaxOpsBeforeYield(asked, steps)
        assert.deepStrictEqual(answers, keys.map((key) => key * 2))
      }))))

  it.live("answers the next one, wherever the first one was when it left", () =>
    run(Effect.forEach(budgets, (steps) =>
      Effect.gen(function*() {
        const { ask } = yield* gathering(true)
        const first = yield* Effect.fork(Effect.withMaxOpsBeforeYield(ask(1), steps))
        yield* Effect.yieldNow()
        yield* Fiber.interrupt(first)
        assert.strictEqual(yield* ask(2), 4)
      }))))

  it.live("answers each key by itself", () =>
    run(Effect.gen(function*() {
      const { ask } = yield* gathering(false)
      const ends = yield* Effect.forEach([1, -2, 3], (key) => Effect.exit(ask(key)), { concurrency: "unbounded" })
      assert.deepStrictEqual(ends, [Exit.succeed(2), Exit.fail("-2 refused"), Exit.succeed(6)])
    })))

  it.live("takes who joins without an effect along, while a call is on its way", () =>
    run(Effect.gen(function*() {
      const { ask, join, sent } = yield* gathering(false)
      const told: Array<Exit.Exit<number, string>> = []
      assert.isUndefined(join(1, (exit) => told.push(exit)))
      const first = yield* Effect.fork(ask(2))
      yield* Effect.sleep("60 millis")
      join(3, (exit) => told.push(exit))
      join(-4, (exit) => told.push(exit))
      const leave = join(5, (exit) => told.push(exit)) ?? assert.fail("nothing is on its way")
      leave()
      yield* Fiber.join(first)
      yield* Effect.sleep("1 second")
      assert.deepStrictEqual(sent, [[2], [3, -4]])
      assert.deepStrictEqual(told, [Exit.succeed(6), Exit.fail("-4 refused")])
      assert.isUndefined(join(6, (exit) => told.push(exit)))
    })))

  it.live("keeps to the largest batch", () =>
    run(Effect.gen(function*() {
      const { ask, sent } = yield* gathering(false, 2)
      yield* Effect.forEach([1, 2, 3, 4, 5], ask, { concurrency: "unbounded" })
      assert.deepStrictEqual(sent.map((keys) => keys.length), [2, 2, 1])
    })))

  it.live("does not ask for who has left, and continues for the others", () =>
    run(Effect.gen(function*() {
      const { ask, sent } = yield* gathering(false)
      const leaver = yield* Effect.fork(ask(1))
      const stayer = yield* Effect.fork(ask(2))
      yield* Effect.sleep("10 millis")
      yield* Fiber.interrupt(leaver)
      assert.strictEqual(yield* Fiber.join(stayer), 4)
      assert.deepStrictEqual(sent, [[2]])
      assert.strictEqual(yield* ask(5), 10)
    })))

  it.live("tells all who wait when the call dies", () =>
    run(Effect.gen(function*() {
      const scope = yield* Effect.scope
      const { ask } = batchCalls(scope, {
        max: 10,
        linger: Duration.millis(50),
        alone: () => false
      }, () => Effect.dieMessage("bug"))
      const ends = yield* Effect.forEach([1, 2], (key: number) => Effect.exit(ask(key)), { concurrency: "unbounded" })
      assert.isTrue(ends.every(Exit.isFailure))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(ask(3))))
    })))
})
