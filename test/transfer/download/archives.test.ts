/** Archives, of whose size the service says nothing: the storage's first answer does. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import type { AsyncTask } from "../../../src/domain/AsyncTask.js"
import type { ByteRanges } from "../../../src/domain/ByteRanges.js"
import { Downloads } from "../../../src/services/Downloads.js"
import type { ByteRange } from "../../../src/services/Transport.js"
import type { FakeDriveOptions } from "./fakeDrive.js"
import { content, hurried, memorySink, runDownloads } from "./fakeDrive.js"
import { cutAfter, fakeObject, rangesOf } from "./fakeObject.js"

const task: AsyncTask = {
  asyncTaskId: "packing",
  taskId: "packing",
  taskStatus: "Succeed",
  state: "Succeed",
  status: "Succeed",
  end: "succeeded",
  totalProcess: 100,
  consumedProcess: 100
}

const archive = { fileIds: ["f"], name: "all.zip" }

const save = (range?: ByteRange) =>
  Effect.flatMap(Downloads, (downloads) => hurried(downloads.save({ archive, target: "/all.zip", range })))

const run = <A, E>(
  object: ReturnType<typeof fakeObject>,
  effect: Effect.Effect<A, E, Downloads>,
  options: FakeDriveOptions
) => runDownloads(object, effect, { task, ...options })

/** What an earlier run has left: these bytes are right, the others are not. */
const leftOf = (done: ByteRanges, size: number | undefined) => {
  const bytes = new Uint8Array(done.at(-1)?.end ?? 0).fill(0xdd)
  for (const { end, start } of done) bytes.set(content.subarray(start, end), start)
  return memorySink({ kept: { bytes, version: { etag: "\"version-1\"", modified: undefined, size }, done } })
}

const gapped = [{ start: 0, end: 30 }, { start: 50, end: 60 }, { start: 70, end: 90 }]

describe("an archive that resumes", () => {
  for (const tuning of [{}, { rangeSize: 10, ranges: 3 }]) {
    it.effect(`asks for what is missing between other bytes, too, in ranges of ${tuning.rangeSize ?? "any size"}`, () => {
      const { layer, state } = leftOf(gapped, content.length)
      const object = fakeObject({ bytes: content })
      return run(
        object,
        Effect.gen(function*() {
          const { size, verified } = yield* save()
          assert.deepStrictEqual({ size, verified }, { size: content.length, verified: "size" })
          assert.deepStrictEqual(state.bytes, content)
          const asked = object.asked.reduce(
            (sum, { range }) => sum + (range?.end ?? content.length) - (range?.start ?? 0),
            0
          )
          assert.strictEqual(asked, 20 + 10 + 10)
        }),
        { sink: layer, tuning }
      )
    })
  }

  it.effect("continues behind its first bytes where its size is not known", () => {
    const { layer, state } = leftOf(gapped, undefined)
    const object = fakeObject({ bytes: content, headers: { "content-range": undefined } })
    return run(
      object,
      Effect.gen(function*() {
        yield* save()
        assert.deepStrictEqual(rangesOf(object), ["30-"])
        assert.deepStrictEqual(state.bytes, content)
      }),
      { sink: layer }
    )
  })

  it.effect("asks for nothing where all of it is there", () => {
    const { layer, state } = leftOf([{ start: 0, end: content.length }], content.length)
    const object = fakeObject({ bytes: content })
    return run(
      object,
      Effect.gen(function*() {
        assert.strictEqual((yield* save()).size, content.length)
        assert.deepStrictEqual(object.asked, [])
        assert.isTrue(state.published)
      }),
      { sink: layer }
    )
  })
})

describe("an archive", () => {
  it.effect("that is cut is asked for from there on", () => {
    const { layer, state } = memorySink()
    const object = fakeObject({ bytes: content, script: [cutAfter(40)] })
    return run(
      object,
      Effect.gen(function*() {
        yield* save()
        assert.deepStrictEqual(state.bytes, content)
      }),
      { sink: layer }
    )
  })

  it.effect("gives what there is of a range that reaches beyond its end", () => {
    const { layer, state } = memorySink()
    return run(
      fakeObject({ bytes: content }),
      Effect.gen(function*() {
        const { size, verified } = yield* save({ start: 10, end: 1_000 })
        assert.deepStrictEqual({ size, verified }, { size: 90, verified: "size" })
        assert.deepStrictEqual(state.bytes, content.slice(10))
      }),
      { sink: layer, tuning: { rangeSize: 10, ranges: 3 } }
    )
  })

  it.effect("keeps the speed of its space", () => {
    const { layer, state } = memorySink()
    return run(
      fakeObject({ bytes: content }),
      Effect.gen(function*() {
        const { save } = yield* Downloads
        const saving = yield* Effect.fork(save({ archive, target: "/all.zip" }))
        // 100 bytes at 20 a second; the last ten, which the storage gives at once, are given before they are paid for.
        yield* TestClock.adjust("4499 millis")
        assert.isFalse(state.published)
        yield* TestClock.adjust("1 seconds")
        yield* Fiber.join(saving)
        assert.deepStrictEqual(state.bytes, content)
      }),
      { sink: layer, space: { downloadSpeed: 20 } }
    )
  })
})
