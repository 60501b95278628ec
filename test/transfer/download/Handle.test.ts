/** A download that was started: what its handle shows, and what stop, resume, cancel and remove make of it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, TestClock } from "effect"
import { Connectivity } from "../../../src/services/Connectivity.js"
import type { DownloadRequest } from "../../../src/services/Downloads.js"
import { Downloads } from "../../../src/services/Downloads.js"
import * as ConnectivityMemory from "../../../src/testing/ConnectivityMemory.js"
import { content, hurried, known, memorySink, runDownloads as run } from "./fakeDrive.js"
import type { Behaviour } from "./fakeObject.js"
import { cutAfter, fakeObject, rangesOf, refuse, serve, stallAfter } from "./fakeObject.js"

const request: DownloadRequest = { fileId: "f", target: "/target" }

/** Lets all that can continue continue. */
const settle = TestClock.adjust("1 second")

const start = Effect.flatMap(Downloads, (downloads) => downloads.start(request))

describe("a started download", () => {
  it.effect("shows what it does, and ends with its result", () => {
    const { layer } = memorySink()
    return run(
      fakeObject({ bytes: content }),
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const { id, await: end } = yield* start
        const states: Array<string> = []
        downloads.subscribe(() => states.push(downloads.snapshot(id)?.status ?? ""), id)
        assert.deepInclude(downloads.snapshot(id), { status: "waiting", name: "/target", received: 0, size: undefined })
        assert.deepStrictEqual(downloads.list(), [id])
        yield* end
        assert.deepStrictEqual([...new Set(states)], ["running", "verifying", "success"])
        assert.deepInclude(downloads.snapshot(id), {
          name: "f.bin",
          received: 100,
          written: 100,
          size: 100,
          via: "file",
          error: undefined
        })
        yield* downloads.remove(id)
        assert.deepStrictEqual(downloads.list(), [])
      }),
      { sink: layer, info: known }
    )
  })

  it.effect("stopped, it keeps what has arrived; resumed, it asks for the rest by the first ETag", () => {
    const { layer, state } = memorySink()
    const object = fakeObject({ bytes: content, script: [stallAfter(30), serve] })
    return run(
      object,
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const { id, await: end } = yield* start
        yield* settle
        assert.strictEqual(downloads.snapshot(id)?.received, 30)
        yield* downloads.stop(id)
        assert.deepInclude(downloads.snapshot(id), { status: "stopped", written: 30, speed: 0 })
        assert.deepInclude(state, { published: false, discarded: false, closed: 1 })
        assert.deepStrictEqual(state.kept?.done, [{ start: 0, end: 30 }])
        assert.strictEqual(object.openConnections(), 0)
        yield* downloads.resume(id)
        assert.deepInclude(yield* end, { received: 100, verified: "sha1" })
        assert.deepStrictEqual(rangesOf(object), ["all", "30-100"])
        assert.strictEqual(object.asked[1]?.ifMatch, "\"version-1\"")
        assert.deepInclude(state, { bytes: content, published: true, closed: 2 })
      }),
      { sink: layer, info: known }
    )
  })

  it.effect("cancelled, it removes what has arrived, and cannot be resumed", () => {
    const { layer, state } = memorySink()
    return run(
      fakeObject({ bytes: content, script: [stallAfter(30)] }),
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const { id, await: end } = yield* start
        yield* settle
        yield* downloads.cancel(id)
        assert.deepInclude(yield* Effect.flip(end), { _tag: "DownloadCancelled", downloadId: id })
        assert.deepInclude(yield* Effect.flip(downloads.resume(id)), { _tag: "DownloadCancelled" })
        assert.deepInclude(state, { published: false, discarded: true, closed: 1, kept: undefined })
      }),
      { sink: layer }
    )
  })

  it.effect("continues with what an earlier program has left of the same version", () => {
    const kept = {
      bytes: content.slice(0, 40),
      version: { etag: "\"version-1\"", modified: undefined, size: 100 },
      done: [{ start: 0, end: 40 }]
    }
    const { layer, state } = memorySink({ kept })
    const object = fakeObject({ bytes: content, honoursIfMatch: true })
    return run(
      object,
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const { id, await: end } = yield* start
        assert.deepInclude(yield* end, { received: 60, size: 100 })
        assert.strictEqual(downloads.snapshot(id)?.received, 100)
        assert.deepStrictEqual(rangesOf(object), ["40-100"])
        assert.deepStrictEqual(state.bytes, content)
      }),
      { sink: layer, info: known }
    )
  })

  it.effect("starts again from nothing when the object is another by now", () => {
    const kept = {
      bytes: new Uint8Array(40),
      version: { etag: "\"version-0\"", modified: undefined, size: 100 },
      done: [{ start: 0, end: 40 }]
    }
    const { layer, state } = memorySink({ kept })
    const object = fakeObject({ bytes: content, honoursIfMatch: true })
    return run(
      object,
      Effect.gen(function*() {
        yield* (yield* start).await
        assert.deepStrictEqual(rangesOf(object), ["40-100", "all"])
        assert.deepStrictEqual(state.bytes, content)
      }),
      { sink: layer, info: known }
    )
  })

  const kept = [["the same", content, "\"version-1\""], ["another", new Uint8Array(100), "\"version-0\""]] as const
  for (const [what, bytes, etag] of kept) {
    it.effect(`all there but without its name, asks whether the object is ${what} by now`, () => {
      const version = { etag, modified: undefined, size: 100 }
      const { layer, state } = memorySink({ kept: { bytes, version, done: [{ start: 0, end: 100 }] } })
      const object = fakeObject({ bytes: content, honoursIfMatch: true })
      return run(
        object,
        Effect.gen(function*() {
          assert.deepInclude(yield* (yield* start).await, { size: 100, verified: "size" })
          assert.deepStrictEqual(rangesOf(object), what === "the same" ? ["99-100"] : ["99-100", "all"])
          assert.strictEqual(object.asked[0]?.ifMatch, etag)
          assert.deepStrictEqual(state.bytes, content)
          assert.isTrue(state.published)
        }),
        { sink: layer }
      )
    })
  }

  it.effect("all there but without its name, asks for nothing where its digest tells", () => {
    const version = { etag: "\"version-0\"", modified: undefined, size: 100 }
    const { layer, state } = memorySink({ kept: { bytes: content, version, done: [{ start: 0, end: 100 }] } })
    const object = fakeObject({ bytes: content, honoursIfMatch: true })
    return run(
      object,
      Effect.gen(function*() {
        assert.deepInclude(yield* (yield* start).await, { size: 100, verified: "sha1" })
        assert.deepStrictEqual(object.asked, [])
        assert.isTrue(state.published)
      }),
      { sink: layer, info: known }
    )
  })

  it.effect("never joins two versions, by the ETag of the answer too", () => {
    const other = content.slice().reverse()
    const { layer, state } = memorySink()
    const object = fakeObject({
      bytes: content,
      script: [cutAfter(30), { _tag: "replace", bytes: other, etag: "\"version-2\"" }, serve]
    })
    return run(
      object,
      Effect.gen(function*() {
        yield* hurried((yield* start).await)
        assert.deepStrictEqual(rangesOf(object), ["all", "30-", "all"])
        assert.deepStrictEqual(state.bytes, other)
        assert.isTrue(state.published)
      }),
      { sink: layer }
    )
  })

  it.effect("gives up on an object that is replaced again and again", () => {
    const { layer, state } = memorySink()
    let version = 0
    const object = fakeObject({
      bytes: content,
      headers: {
        get etag() {
          return `"version-${version++}"`
        }
      },
      script: Array.from({ length: 20 }, () => cutAfter(30))
    })
    return run(
      object,
      Effect.gen(function*() {
        const error = yield* Effect.flip(hurried((yield* start).await))
        assert.deepInclude(error, { _tag: "StorageError", reason: "PreconditionFailed" })
        assert.strictEqual(object.asked.length, 8)
        assert.deepInclude(state, { published: false, kept: undefined })
      }),
      { sink: layer }
    )
  })

  it.effect("breaks off a connection that has fallen silent, and continues with another", () => {
    const { layer, state } = memorySink()
    const object = fakeObject({ bytes: content, script: [stallAfter(30), serve] })
    return run(
      object,
      Effect.gen(function*() {
        const fiber = yield* Effect.fork(Effect.flatMap(start, ({ await: end }) => end))
        yield* TestClock.adjust("29 seconds")
        assert.strictEqual(object.asked.length, 1)
        yield* TestClock.adjust("5 seconds")
        yield* Fiber.join(fiber)
        assert.deepStrictEqual(rangesOf(object), ["all", "30-"])
        assert.deepStrictEqual(state.bytes, content)
      }),
      { sink: layer }
    )
  })

  it.effect("waits while the machine is offline, and no attempt is counted", () => {
    const { layer } = memorySink()
    const script: ReadonlyArray<Behaviour> = [cutAfter(30), { _tag: "unreachable" }, serve]
    const object = fakeObject({ bytes: content, script })
    return Effect.gen(function*() {
      const connectivity = yield* ConnectivityMemory.make
      yield* run(
        object,
        Effect.gen(function*() {
          const downloads = yield* Downloads
          yield* connectivity.set(false)
          const { id, await: end } = yield* start
          yield* settle
          assert.strictEqual(downloads.snapshot(id)?.status, "offline")
          assert.strictEqual(downloads.snapshot(id)?.received, 30)
          yield* connectivity.set(true)
          yield* hurried(end)
          assert.deepInclude(downloads.snapshot(id), { status: "success", received: 100 })
        }),
        { sink: layer, connectivity: Layer.succeed(Connectivity, connectivity.service) }
      )
    })
  })

  it.effect("fails with the storage's own word, and can be resumed after that", () => {
    const { layer } = memorySink()
    const object = fakeObject({ bytes: content, script: [cutAfter(30), refuse(404), refuse(404), serve] })
    return run(
      object,
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const { id, await: end } = yield* start
        const error = yield* Effect.flip(hurried(end))
        assert.deepInclude(error, { _tag: "StorageError", reason: "ObjectNotFound" })
        assert.deepInclude(downloads.snapshot(id), { status: "error", error })
        yield* downloads.resume(id)
        yield* downloads.get(id)?.await ?? Effect.die("it is on the list")
        assert.deepStrictEqual(rangesOf(object), ["all", "30-", "30-100", "30-100"])
      }),
      { sink: layer }
    )
  })

  it.effect("saves a range", () => {
    const { layer, state } = memorySink()
    const object = fakeObject({ bytes: content })
    return run(
      object,
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const save = (range: DownloadRequest["range"]) => downloads.save({ ...request, range })
        assert.deepInclude(yield* save({ start: 20, end: 70 }), { size: 50, verified: "size" })
        assert.deepStrictEqual(state.bytes, content.slice(20, 70))
        assert.deepInclude(yield* save({ start: 0, end: 30 }), { size: 30, received: 30, verified: "size" })
        assert.deepInclude(yield* save({ start: 90 }), { size: 10, received: 10 })
        assert.deepStrictEqual(rangesOf(object), ["20-70", "0-30", "90-100"])
        assert.deepInclude(yield* Effect.flip(save({ start: 100 })), { _tag: "InvalidInput", field: "range" })
        assert.deepInclude(yield* Effect.flip(save({ start: 5, end: 2 })), { _tag: "InvalidInput", field: "range" })
      }),
      { sink: layer, info: known }
    )
  })

  it.effect("fetches ranges side by side, each written where it belongs", () => {
    const { layer, state } = memorySink()
    const object = fakeObject({ bytes: content, script: [serve, stallAfter(5), serve, serve, serve] })
    return run(
      object,
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const { id, await: end } = yield* start
        yield* settle
        assert.strictEqual(object.openConnections(), 1)
        assert.strictEqual(downloads.snapshot(id)?.received, 85)
        yield* downloads.stop(id)
        // Of two workers the second fell silent after 5 bytes of its range, the first has done all others.
        assert.deepStrictEqual(state.kept?.done, [{ start: 0, end: 25 }, { start: 40, end: 100 }])
        yield* downloads.resume(id)
        assert.deepInclude(yield* end, { verified: "sha1", received: 100 })
        assert.deepStrictEqual(state.bytes, content)
        assert.isTrue(object.asked.slice(1).every(({ ifMatch }) => ifMatch === "\"version-1\""))
      }),
      { sink: layer, info: known, tuning: { rangeSize: 20, ranges: 2 } }
    )
  })

  it.effect("halves its width when the storage asks for fewer requests", () => {
    const { layer, state } = memorySink()
    let most = 0
    const object = fakeObject({ bytes: content, script: [serve, refuse(503)] })
    const counted = {
      ...object,
      transport: {
        ...object.transport,
        get: (...args: Parameters<typeof object.transport.get>) =>
          Effect.tap(object.transport.get(...args), () =>
            Effect.sync(() => {
              most = Math.max(most, object.openConnections())
            }))
      }
    }
    return run(
      counted,
      Effect.gen(function*() {
        yield* hurried((yield* start).await)
        assert.deepStrictEqual(state.bytes, content)
        assert.isAtMost(most, 2)
      }),
      { sink: layer, tuning: { rangeSize: 10, ranges: 2 } }
    )
  })

  it.effect("is queued while others run", () => {
    const { layer } = memorySink()
    const object = fakeObject({ bytes: content, script: [stallAfter(10)] })
    return run(
      object,
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const first = yield* start
        const second = yield* downloads.start({ fileId: "f", target: "/second" })
        const third = yield* downloads.start({ fileId: "f", target: "/third" })
        yield* settle
        const status = (id: string) => downloads.snapshot(id)?.status
        assert.deepStrictEqual([first, second, third].map(({ id }) => status(id)), ["running", "waiting", "waiting"])
        yield* downloads.stopAll()
        assert.deepStrictEqual([first, second, third].map(({ id }) => status(id)), ["stopped", "stopped", "stopped"])
        assert.strictEqual(object.asked.length, 1)
        yield* downloads.resumeAll()
        yield* Effect.all([first.await, second.await, third.await])
        assert.deepStrictEqual([first, second, third].map(({ id }) => status(id)), ["success", "success", "success"])
      }),
      { sink: layer, tuning: { atOnce: 1 } }
    )
  })
})
