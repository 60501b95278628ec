/** A space may have a speed, which all its downloads share. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { Downloads } from "../../../src/services/Downloads.js"
import { content, hurried, memorySink, runDownloads as run } from "./fakeDrive.js"
import { fakeObject, rangesOf, serve } from "./fakeObject.js"

const start = Effect.flatMap(Downloads, (downloads) => downloads.start({ fileId: "f", target: "/target" }))

describe("the speed of a space", () => {
  const bytesPerSecond = 20

  it.effect("is one account for all its downloads, exact to the byte", () => {
    const { layer } = memorySink({ order: "ascending" })
    const object = fakeObject({ bytes: content })
    return run(
      object,
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const first = yield* start
        const second = yield* downloads.start({ fileId: "f", target: "/second" })
        const ends = yield* Effect.fork(Effect.all([first.await, second.await], { concurrency: 2 }))
        yield* TestClock.adjust("8999 millis")
        assert.isTrue((yield* Fiber.poll(ends))._tag === "None")
        // 200 bytes at 20 a second; the last 20 are given before they are paid for.
        yield* TestClock.adjust("1 millis")
        yield* Fiber.join(ends)
      }),
      { sink: layer, space: { downloadSpeed: bytesPerSecond } }
    )
  })

  it.effect("is the size of each request", () => {
    const { layer, state } = memorySink()
    const object = fakeObject({ bytes: content })
    return run(
      object,
      Effect.gen(function*() {
        yield* hurried((yield* start).await)
        assert.deepStrictEqual(rangesOf(object), ["0-20", "20-40", "40-60", "60-80", "80-100"])
        assert.deepStrictEqual(state.bytes, content)
      }),
      { sink: layer, space: { downloadSpeed: bytesPerSecond } }
    )
  })

  it.effect("gives no part of a file for all of it, where a storage that hides ranges answers with nothing", () => {
    const object = fakeObject({
      bytes: content,
      headers: { "content-range": undefined },
      script: [serve, serve, { _tag: "resize", by: -bytesPerSecond }]
    })
    return run(
      object,
      Effect.gen(function*() {
        const error = yield* Effect.flip(hurried((yield* Downloads).blob({ fileId: "f" })))
        assert.deepInclude(error, { _tag: "IntegrityError", what: "size", expected: "100", actual: "40" })
      }),
      { space: { downloadSpeed: bytesPerSecond } }
    )
  })

  it.effect("holds for streams too", () => {
    const object = fakeObject({ bytes: content })
    return run(
      object,
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const fiber = yield* Effect.fork(downloads.blob({ fileId: "f" }))
        yield* TestClock.adjust("3999 millis")
        assert.isTrue((yield* Fiber.poll(fiber))._tag === "None")
        yield* TestClock.adjust("1 millis")
        assert.strictEqual((yield* Fiber.join(fiber)).size, 100)
        assert.strictEqual(object.asked.length, 5)
      }),
      { space: { downloadSpeed: bytesPerSecond } }
    )
  })
})
