import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, TestClock } from "effect"
import * as fc from "fast-check"
import type { Lane } from "../../../src/services/TransferScheduler.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"

const part = (group: string, bytes = 1, priority = 0) => ({ lane: "part" as Lane, group, bytes, priority })

const settle = Effect.repeatN(Effect.yieldNow(), 20)

/** Blocks the part lane, queues the given requests, does what comes in between, opens it, and says in which order they ran. */
const orderOf = Effect.fnUntraced(function*(
  requests: ReadonlyArray<{ readonly name: string; readonly group: string; readonly priority?: number }>,
  between: Effect.Effect<void, never, TransferScheduler> = Effect.void
) {
  const scheduler = yield* TransferScheduler
  const gate = yield* Deferred.make<void>()
  const ran: Array<string> = []
  const blocker = yield* Effect.fork(scheduler.withPermit(part("blocker"))(Deferred.await(gate)))
  yield* settle
  const fibers = yield* Effect.forEach(requests, (request) =>
    Effect.fork(
      scheduler.withPermit(part(request.group, 1, request.priority))(Effect.sync(() => ran.push(request.name)))
    ))
  yield* settle
  yield* between
  yield* Deferred.succeed(gate, undefined)
  yield* Fiber.join(blocker)
  yield* Effect.forEach(fibers, Fiber.join)
  return ran
})

const idle = { finish: 0, control: 0, part: 0, hash: 0 }

describe("TransferScheduler", () => {
  it.effect("goes round robin over groups, first come first served within one", () =>
    Effect.gen(function*() {
      const ran = yield* orderOf([
        { name: "a1", group: "a" },
        { name: "a2", group: "a" },
        { name: "a3", group: "a" },
        { name: "b1", group: "b" },
        { name: "c1", group: "c" },
        { name: "c2", group: "c" }
      ])
      assert.deepStrictEqual(ran, ["a1", "b1", "c1", "a2", "c2", "a3"])
    }).pipe(Effect.provide(TransferScheduler.layerWith({ part: 1 }))))

  it.effect("takes higher priorities first", () =>
    Effect.gen(function*() {
      const ran = yield* orderOf([
        { name: "low", group: "a", priority: -1 },
        { name: "normal", group: "b" },
        { name: "high", group: "c", priority: 5 },
        { name: "normal too", group: "a" }
      ])
      assert.deepStrictEqual(ran, ["high", "normal", "normal too", "low"])
    }).pipe(Effect.provide(TransferScheduler.layerWith({ part: 1 }))))

  it.effect("moves what a group waits for to another priority, in the order it came", () =>
    Effect.gen(function*() {
      const scheduler = yield* TransferScheduler
      const requests = [
        { name: "a1", group: "a" },
        { name: "b1", group: "b" },
        { name: "b2", group: "b" },
        { name: "c1", group: "c" }
      ]
      assert.deepStrictEqual(yield* orderOf(requests, scheduler.setPriority("b", 1)), ["b1", "b2", "a1", "c1"])
      assert.deepStrictEqual(yield* orderOf(requests, scheduler.setPriority("b", -1)), ["a1", "c1", "b1", "b2"])
      yield* scheduler.setPriority("nobody", 3)
      assert.deepStrictEqual(scheduler.usage(), { running: idle, waiting: idle, bytes: 0 })
    }).pipe(Effect.provide(TransferScheduler.layerWith({ part: 1 }))))

  it.effect("does not let small requests pass a large one that waits for the budget", () =>
    Effect.gen(function*() {
      const scheduler = yield* TransferScheduler
      const gate = yield* Deferred.make<void>()
      const ran: Array<string> = []
      const run = (name: string, bytes: number) =>
        Effect.fork(
          scheduler.withPermit(part(name, bytes))(
            Effect.zipRight(Effect.sync(() => ran.push(name)), name === "first" ? Deferred.await(gate) : Effect.void)
          )
        )
      const fibers = [yield* run("first", 6), yield* run("large", 8), yield* run("small", 1)]
      yield* settle
      assert.deepStrictEqual(ran, ["first"])
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(ran, ["first", "large", "small"])
    }).pipe(Effect.provide(TransferScheduler.layerWith({ part: 4, bytes: 10 }))))

  it.effect("runs a request that is larger than the whole budget alone", () =>
    Effect.gen(function*() {
      const scheduler = yield* TransferScheduler
      const usage = yield* scheduler.withPermit(part("a", 100))(Effect.sync(() => scheduler.usage()))
      assert.strictEqual(usage.bytes, 100)
      assert.deepStrictEqual(scheduler.usage(), { running: idle, waiting: idle, bytes: 0 })
    }).pipe(Effect.provide(TransferScheduler.layerWith({ bytes: 10 }))))

  it.effect("keeps places for completes while all parts are busy", () =>
    Effect.gen(function*() {
      const scheduler = yield* TransferScheduler
      const fibers = yield* Effect.forEach(["a", "b", "c"], (group) =>
        Effect.fork(scheduler.withPermit(part(group, 100))(Effect.never)))
      yield* settle
      assert.deepStrictEqual(scheduler.usage().waiting, { ...idle, part: 2 })
      yield* scheduler.withPermit({ lane: "finish", group: "c", priority: 0 })(Effect.void)
      yield* Effect.forEach(fibers, Fiber.interrupt)
      assert.deepStrictEqual(scheduler.usage(), { running: idle, waiting: idle, bytes: 0 })
    }).pipe(Effect.provide(TransferScheduler.layerWith({ part: 1, bytes: 10 }))))

  it.effect("starts more when a limit is raised", () =>
    Effect.gen(function*() {
      const scheduler = yield* TransferScheduler
      const fibers = yield* Effect.forEach(["a", "b", "c"], (group) =>
        Effect.fork(scheduler.withPermit(part(group))(Effect.never)))
      yield* settle
      assert.strictEqual(scheduler.usage().running.part, 1)
      yield* scheduler.setLimits({ part: 3 })
      assert.strictEqual(scheduler.usage().running.part, 3)
      yield* Effect.forEach(fibers, Fiber.interrupt)
    }).pipe(Effect.provide(TransferScheduler.layerWith({ part: 1 }))))

  it.effect("holds requests, but no read pass, until the storage may be asked again", () =>
    Effect.gen(function*() {
      const scheduler = yield* TransferScheduler
      yield* scheduler.slowDown(2000)
      yield* scheduler.slowDown(1000)
      const sending = yield* Effect.fork(scheduler.withPermit(part("a"))(Effect.void))
      yield* scheduler.withPermit({ lane: "hash", group: "a", priority: 0 })(Effect.void)
      yield* TestClock.adjust(1999)
      assert.strictEqual(scheduler.usage().waiting.part, 1)
      yield* TestClock.adjust(1)
      yield* Fiber.join(sending)
    }).pipe(Effect.provide(TransferScheduler.layer)))

  it.effect("leaks no permit and exceeds no limit under random interruptions", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              lane: fc.constantFrom<Lane>("finish", "control", "part", "hash"),
              group: fc.constantFrom("a", "b", "c"),
              bytes: fc.integer({ min: 0, max: 12 }),
              priority: fc.integer({ min: 0, max: 2 }),
              steps: fc.integer({ min: 0, max: 6 }),
              interruptAfter: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined })
            }),
            { maxLength: 25 }
          ),
          (requests) =>
            Effect.gen(function*() {
              const scheduler = yield* TransferScheduler
              let bodies = 0
              const check = Effect.sync(() => {
                const { bytes, running } = scheduler.usage()
                assert.isAtMost(running.part, 3)
                assert.isAtMost(running.finish, 2)
                assert.isTrue(bytes <= 10 || bodies <= 1)
              })
              const counted = (request: typeof requests[number]) => <A>(effect: Effect.Effect<A>) =>
                request.bytes === 0
                  ? effect
                  : Effect.acquireUseRelease(
                    Effect.sync(() => bodies++),
                    () => effect,
                    () => Effect.sync(() => bodies--)
                  )
              const one = (request: typeof requests[number]) =>
                Effect.gen(function*() {
                  const fiber = yield* Effect.fork(
                    scheduler.withPermit(request)(
                      counted(request)(
                        Effect.forEach(
                          Array.from({ length: request.steps }),
                          () => Effect.zipRight(check, Effect.yieldNow()),
                          { discard: true }
                        )
                      )
                    )
                  )
                  if (request.interruptAfter === undefined) return yield* Fiber.join(fiber)
                  yield* Effect.repeatN(Effect.yieldNow(), request.interruptAfter)
                  yield* Fiber.interrupt(fiber)
                })
              yield* Effect.forEach(requests, one, { concurrency: "unbounded", discard: true })
              assert.deepStrictEqual(scheduler.usage(), { running: idle, waiting: idle, bytes: 0 })
            }).pipe(
              Effect.provide(TransferScheduler.layerWith({ part: 3, finish: 2, bytes: 10 })),
              Effect.runPromise
            )
        ),
        { numRuns: 500 }
      )
    ))

  it.effect("serves ten thousand waiters without slowing down", () =>
    Effect.gen(function*() {
      const scheduler = yield* TransferScheduler
      let ran = 0
      yield* Effect.forEach(
        Array.from({ length: 10_000 }, (_, index) => index),
        (index) => scheduler.withPermit(part(`upload ${index % 500}`))(Effect.sync(() => ran++)),
        { concurrency: "unbounded", discard: true }
      )
      assert.strictEqual(ran, 10_000)
      assert.deepStrictEqual(scheduler.usage(), { running: idle, waiting: idle, bytes: 0 })
    }).pipe(Effect.provide(TransferScheduler.layer)))
})
