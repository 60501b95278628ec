import { assert, describe, it, vi } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Fiber, Option, TestClock } from "effect"
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import * as FileCall from "../../../src/layers/node/sources/FileCall.js"
import * as UploadSourcesNode from "../../../src/layers/node/UploadSourcesNode.js"
import { openSource, scratchFile } from "./scratchFile.js"

const errorOf = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code })

/** The next `times` files are not opened, until the scope ends. */
const refusing = (code: string, times: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const { open } = fs
      let left = times
      const spy = vi.spyOn(fs, "open").mockImplementation(
        ((...call: Array<unknown>) => {
          if (left-- <= 0) return Reflect.apply(open, fs, call)
          const done = call.at(-1)
          if (typeof done === "function") done(errorOf(code))
        }) as typeof fs.open
      )
      syncBuiltinESMExports()
      return spy
    }),
    (spy) =>
      Effect.sync(() => {
        spy.mockRestore()
        syncBuiltinESMExports()
      })
  )

/** The disk takes real time, the pauses take none. */
const passing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.fork(effect)
    while (Option.isNone(yield* Fiber.poll(fiber))) {
      yield* TestClock.adjust("1 second")
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
    return yield* Fiber.join(fiber)
  })

async function* oneChunk() {
  yield Uint8Array.of(1, 2, 3)
}

const run = Effect.provide(UploadSourcesNode.layer)

describe("a file that cannot be opened for now", () => {
  it.scoped("is opened when it can be, also the one that a stream is copied to", () =>
    Effect.gen(function*() {
      const path = yield* scratchFile(Uint8Array.of(1, 2, 3))
      for (const input of [{ path }, oneChunk()]) {
        const spy = yield* refusing("EMFILE", 3)
        const { identity } = yield* passing(openSource(input))
        assert.strictEqual(identity.size, 3)
        assert.isAbove(spy.mock.calls.length, 3)
        spy.mockRestore()
      }
    }).pipe(run))

  it.scoped("is no wrong input: who tries again later need not choose it again", () =>
    Effect.gen(function*() {
      const path = yield* scratchFile(Uint8Array.of(1))
      for (const code of ["EMFILE", "ENFILE", "EBUSY", "EIO", "ESTALE", "EAGAIN"]) {
        const spy = yield* refusing(code, Infinity)
        const error = yield* passing(Effect.flip(openSource({ path })))
        assert.deepInclude(error, { _tag: "SourceChanged", what: "unreadable", actual: code })
        assert.deepStrictEqual([error.retry, "action" in error && error.action], ["later", "retry"])
        assert.include(error.message, code)
        spy.mockRestore()
      }
    }).pipe(run))

  it.scoped("one that may not be read is refused at once", () =>
    Effect.gen(function*() {
      const path = yield* scratchFile(Uint8Array.of(1))
      const spy = yield* refusing("EACCES", Infinity)
      const error = yield* Effect.flip(openSource({ path }))
      assert.deepInclude(error, { _tag: "InvalidInput", field: "source", retry: "never" })
      assert.strictEqual(spy.mock.calls.length, 1)
    }).pipe(run))

  it.effect("is tried for half a minute", () =>
    Effect.gen(function*() {
      const began: Array<number> = []
      const call = Effect.flatMap(Clock.currentTimeMillis, (now) => {
        began.push(now)
        return Effect.fail(errorOf("ENFILE"))
      })
      const fiber = yield* Effect.fork(FileCall.outlast(call))
      yield* TestClock.adjust("29 seconds")
      assert.isTrue(Option.isNone(yield* Fiber.poll(fiber)))
      yield* TestClock.adjust("6 seconds")
      assert.isTrue(Option.exists(yield* Fiber.poll(fiber), Exit.isFailure))
      const pauses = began.slice(1).map((at, index) => at - (began[index] ?? 0))
      assert.deepStrictEqual(pauses.slice(0, 3), [100, 200, 400])
      assert.strictEqual(Math.max(...pauses), Duration.toMillis("5 seconds"))
    }))
})
