import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, TestClock } from "effect"
import { createHash } from "node:crypto"
import { Connectivity } from "../../../src/services/Connectivity.js"
import type { DownloadProgress, DownloadRequest } from "../../../src/services/Downloads.js"
import { Downloads } from "../../../src/services/Downloads.js"
import * as ConnectivityMemory from "../../../src/testing/ConnectivityMemory.js"
import { content, hurried, infoOf, memorySink, runDownloads as run } from "./fakeDrive.js"
import type { Behaviour } from "./fakeObject.js"
import { fakeObject } from "./fakeObject.js"

const sha1 = createHash("sha1").update(content).digest("hex")
const known = infoOf({ contentHash: sha1 })
const request: DownloadRequest = { fileId: "f", target: "/target" }

const serve: Behaviour = { _tag: "serve" }
const cutAfter = (bytes: number): Behaviour => ({ _tag: "cutAfter", bytes })
const stallAfter = (bytes: number): Behaviour => ({ _tag: "stallAfter", bytes })
const refuse = (status: number): Behaviour => ({ _tag: "refuse", status })

/** Lets all that can go on go on. */
const settle = TestClock.adjust("1 second")

const started = Effect.flatMap(Downloads, (downloads) => downloads.start(request))

const ranges = (object: ReturnType<typeof fakeObject>) =>
  object.asked.map(({ range }) => range === undefined ? "all" : `${range.start}-${range.end ?? ""}`)

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

describe("a started download", () => {
  it.effect("shows what it does, and ends with its result", () => {
    const { layer } = memorySink()
    return run(
      fakeObject({ bytes: content }),
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const { id, await: end } = yield* started
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
        const { id, await: end } = yield* started
        yield* settle
        assert.strictEqual(downloads.snapshot(id)?.received, 30)
        yield* downloads.stop(id)
        assert.deepInclude(downloads.snapshot(id), { status: "stopped", written: 30, speed: 0 })
        assert.deepInclude(state, { published: false, discarded: false, closed: 1 })
        assert.deepStrictEqual(state.kept?.done, [{ start: 0, end: 30 }])
        assert.strictEqual(object.openConnections(), 0)
        yield* downloads.resume(id)
        assert.deepInclude(yield* end, { received: 100, verified: "sha1" })
        assert.deepStrictEqual(ranges(object), ["all", "30-100"])
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
        const { id, await: end } = yield* started
        yield* settle
        yield* downloads.cancel(id)
        assert.deepInclude(yield* Effect.flip(end), { _tag: "DownloadCancelled", downloadId: id })
        assert.deepInclude(yield* Effect.flip(downloads.resume(id)), { _tag: "DownloadCancelled" })
        assert.deepInclude(state, { published: false, discarded: true, closed: 1, kept: undefined })
      }),
      { sink: layer }
    )
  })

  it.effect("goes on with what an earlier program has left of the same version", () => {
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
        const { id, await: end } = yield* started
        assert.deepInclude(yield* end, { received: 60, size: 100 })
        assert.strictEqual(downloads.snapshot(id)?.received, 100)
        assert.deepStrictEqual(ranges(object), ["40-100"])
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
        yield* (yield* started).await
        assert.deepStrictEqual(ranges(object), ["40-100", "all"])
        assert.deepStrictEqual(state.bytes, content)
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
        yield* hurried((yield* started).await)
        assert.deepStrictEqual(ranges(object), ["all", "30-", "all"])
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
        const error = yield* Effect.flip(hurried((yield* started).await))
        assert.deepInclude(error, { _tag: "StorageError", reason: "PreconditionFailed" })
        assert.strictEqual(object.asked.length, 8)
        assert.deepInclude(state, { published: false, kept: undefined })
      }),
      { sink: layer }
    )
  })

  it.effect("breaks off a connection that has fallen silent, and goes on with another", () => {
    const { layer, state } = memorySink()
    const object = fakeObject({ bytes: content, script: [stallAfter(30), serve] })
    return run(
      object,
      Effect.gen(function*() {
        const fiber = yield* Effect.fork(Effect.flatMap(started, ({ await: end }) => end))
        yield* TestClock.adjust("29 seconds")
        assert.strictEqual(object.asked.length, 1)
        yield* TestClock.adjust("5 seconds")
        yield* Fiber.join(fiber)
        assert.deepStrictEqual(ranges(object), ["all", "30-"])
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
          const { id, await: end } = yield* started
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
        const { id, await: end } = yield* started
        const error = yield* Effect.flip(hurried(end))
        assert.deepInclude(error, { _tag: "StorageError", reason: "ObjectNotFound" })
        assert.deepInclude(downloads.snapshot(id), { status: "error", error })
        yield* downloads.resume(id)
        yield* downloads.get(id)?.await ?? Effect.die("it is on the list")
        assert.deepStrictEqual(ranges(object), ["all", "30-", "30-100", "30-100"])
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
        assert.deepStrictEqual(ranges(object), ["20-70", "0-30", "90-100"])
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
        const { id, await: end } = yield* started
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
        yield* hurried((yield* started).await)
        assert.deepStrictEqual(state.bytes, content)
        assert.isAtMost(most, 2)
      }),
      { sink: layer, tuning: { rangeSize: 10, ranges: 2 } }
    )
  })

  it.effect("waits in line while others run", () => {
    const { layer } = memorySink()
    const object = fakeObject({ bytes: content, script: [stallAfter(10)] })
    return run(
      object,
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const first = yield* started
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

describe("the speed of a space", () => {
  const bytesPerSecond = 20

  it.effect("is one account for all its downloads, exact to the byte", () => {
    const { layer } = memorySink({ order: "ascending" })
    const object = fakeObject({ bytes: content })
    return run(
      object,
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const first = yield* started
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
        yield* hurried((yield* started).await)
        assert.deepStrictEqual(ranges(object), ["0-20", "20-40", "40-60", "60-80", "80-100"])
        assert.deepStrictEqual(state.bytes, content)
      }),
      { sink: layer, space: { downloadSpeed: bytesPerSecond } }
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
