import { assert, describe, it } from "@effect/vitest"
import { Chunk, Deferred, Effect, Exit, Fiber, Stream, TestClock } from "effect"
import { iterated } from "../../src/services/iterated.js"

const collected = (iterable: AsyncIterable<number>) =>
  Effect.map(Stream.runCollect(iterated(iterable, String)), Chunk.toReadonlyArray)

describe("an iterable of the caller's", () => {
  it.effect("gives all it has, and is ended", () =>
    Effect.gen(function*() {
      let isEnded = false
      const numbers = async function*() {
        try {
          yield* [1, 2, 3]
        } finally {
          isEnded = true
        }
      }
      assert.deepStrictEqual(yield* collected(numbers()), [1, 2, 3])
      assert.isTrue(isEnded)
    }))

  it.live("is left at once although its generator waits for ever", () =>
    Effect.gen(function*() {
      const waits = yield* Deferred.make<void>()
      const stalled = async function*() {
        yield 1
        Deferred.unsafeDone(waits, Exit.void)
        await new Promise(() => {})
      }
      const reading = yield* Effect.fork(collected(stalled()))
      yield* Deferred.await(waits)
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(reading)))
    }))

  it.live("is asked to end when it is left, and heard out between two items", () =>
    Effect.gen(function*() {
      let isEnded = false
      const numbers = async function*() {
        try {
          yield 1
        } finally {
          await Promise.resolve()
          isEnded = true
        }
      }
      const error = yield* Effect.flip(Stream.runForEach(iterated(numbers(), String), () => Effect.fail("enough")))
      assert.deepStrictEqual([error, isEnded], ["enough", true])
    }))

  it.effect("is left after a while although it does not end", () =>
    Effect.gen(function*() {
      const endless = {
        [Symbol.asyncIterator]: () => ({
          next: () => Promise.resolve({ done: false as const, value: 1 }),
          return: () => new Promise<never>(() => {})
        })
      }
      const reading = yield* Effect.fork(Stream.runForEach(iterated(endless, String), () => Effect.fail("enough")))
      const waiting = Effect.zipRight(Effect.yieldNow(), TestClock.sleeps())
      yield* Effect.repeat(waiting, { until: (sleeps) => Chunk.isNonEmpty(sleeps) })
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* Effect.flip(Fiber.join(reading)), "enough")
    }))

  it.effect("fails with what it throws, at its beginning too; how it ends after that is nobody's business", () =>
    Effect.gen(function*() {
      const failing = (next: () => Promise<never>) => ({
        [Symbol.asyncIterator]: () => ({ next, return: () => Promise.reject(new Error("ended badly")) })
      })
      assert.strictEqual(yield* Effect.flip(collected(failing(() => Promise.reject(new Error("gone"))))), "Error: gone")
      const locked = {
        [Symbol.asyncIterator]: () => {
          throw new TypeError("locked")
        }
      }
      assert.strictEqual(yield* Effect.flip(collected(locked)), "TypeError: locked")
    }))
})
