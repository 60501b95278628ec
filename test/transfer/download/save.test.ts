/** `Downloads.save`: one file from the storage to its place, in one call. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import type { DownloadProgress, DownloadRequest } from "../../../src/services/Downloads.js"
import { Downloads } from "../../../src/services/Downloads.js"
import { content, hurried, infoOf, known, memorySink, runDownloads as run } from "./fakeDrive.js"
import { fakeObject, stallAfter } from "./fakeObject.js"

const request: DownloadRequest = { fileId: "f", target: "/target" }

/** Lets all that can continue continue. */
const settle = TestClock.adjust("1 second")

describe("Downloads.save", () => {
  const save = (onProgress?: (progress: DownloadProgress) => void) =>
    Effect.flatMap(Downloads, (downloads) => downloads.save({ ...request, onProgress }))

  it.effect("writes, checks and publishes, and is on the list no more", () => {
    const { layer, state } = memorySink()
    const seen: Array<number> = []
    return run(
      fakeObject({ bytes: content }),
      Effect.gen(function*() {
        const result = yield* hurried(save(({ received }) => seen.push(received)))
        assert.deepStrictEqual(result, {
          fileId: known.fileId,
          via: "file",
          size: 100,
          received: 100,
          verified: "sha1"
        })
        assert.deepInclude(state, { bytes: content, published: true, opened: 1, closed: 1, kept: undefined })
        assert.strictEqual(seen.at(-1), 100)
        assert.deepStrictEqual((yield* Downloads).list(), [])
      }),
      { sink: layer, info: known }
    )
  })

  for (
    const [what, info] of [
      ["size", infoOf({ size: 99 })],
      ["sha1", infoOf({ contentHash: "0".repeat(40) })]
    ] as const
  ) {
    it.effect(`publishes nothing with a wrong ${what}, and tries once more`, () => {
      const { layer, state } = memorySink()
      const object = fakeObject({ bytes: content })
      return run(
        object,
        Effect.gen(function*() {
          assert.deepInclude(yield* Effect.flip(hurried(save())), { _tag: "IntegrityError", what })
          assert.deepInclude(state, { published: false, closed: state.opened, kept: undefined })
          assert.strictEqual(object.asked.length, 2)
        }),
        { sink: layer, info }
      )
    })
  }

  it.effect("publishes nothing when the disk is full, and closes the connection", () => {
    const { layer, state } = memorySink({ fails: "write" })
    const object = fakeObject({ bytes: content })
    return run(
      object,
      Effect.gen(function*() {
        const error = yield* Effect.flip(save())
        assert.deepInclude(error, { _tag: "SaveFailed", reason: "DiskFull", action: "freeSpace" })
        assert.deepInclude(state, { published: false, closed: 1 })
        assert.strictEqual(object.openConnections(), 0)
      }),
      { sink: layer }
    )
  })

  it.effect("refuses a folder, a file that is none, and a place without files", () =>
    Effect.gen(function*() {
      const folder = run(fakeObject({ bytes: content }), Effect.flip(save()), { info: infoOf({ type: "folder" }) })
      assert.deepInclude(yield* folder, { _tag: "InvalidInput", field: "fileId" })
      const none = Effect.flatMap(Downloads, (downloads) => Effect.flip(downloads.save({ fileId: "", target: "/t" })))
      assert.deepInclude(yield* run(fakeObject({ bytes: content }), none), { _tag: "InvalidInput", field: "fileId" })
      const nowhere = run(fakeObject({ bytes: content }), Effect.flip(save()))
      assert.deepInclude(yield* nowhere, { _tag: "UnsupportedOperation", operation: "Downloads.save" })
    }))

  it.effect("interrupted, it leaves nothing", () => {
    const { layer, state } = memorySink()
    const object = fakeObject({ bytes: content, script: [stallAfter(30)] })
    return run(
      object,
      Effect.gen(function*() {
        const fiber = yield* Effect.fork(save())
        yield* settle
        yield* Fiber.interrupt(fiber)
        assert.deepInclude(state, { published: false, closed: 1, discarded: true })
        assert.strictEqual(object.openConnections(), 0)
        assert.deepStrictEqual((yield* Downloads).list(), [])
      }),
      { sink: layer }
    )
  })
})
