/** What is wanted of a download, or goes wrong, at a bad moment. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Option, TestClock } from "effect"
import { FileNotFound } from "../../../src/domain/errors/FileErrors.js"
import { Wsid } from "../../../src/domain/Ids.js"
import * as DriveEventsLayer from "../../../src/layers/api/DriveEventsLayer.js"
import { Connectivity } from "../../../src/services/Connectivity.js"
import { Downloads } from "../../../src/services/Downloads.js"
import { DriveEvents } from "../../../src/services/DriveEvents.js"
import { FileSink } from "../../../src/services/FileSink.js"
import * as ConnectivityMemory from "../../../src/testing/ConnectivityMemory.js"
import { content, hurried, infoOf, memorySink, runDownloads } from "./fakeDrive.js"
import type { Behaviour } from "./fakeObject.js"
import { fakeObject } from "./fakeObject.js"

const request = { fileId: "f", target: "/target" }
const started = Effect.flatMap(Downloads, (downloads) => downloads.start(request))
const settle = TestClock.adjust("1 second")

describe("a storage that answers with another range", () => {
  const tuning = { rangeSize: 30, ranges: 1 }

  for (
    const [what, behaviour, options] of [
      ["in ranges", { _tag: "resize", by: -20 }, { tuning }],
      ["all of it", { _tag: "resize", by: -20 }, {}],
      ["at a speed", { _tag: "resize", by: -3 }, { space: { downloadSpeed: 20 } }]
    ] as const
  ) {
    it.effect(`a shorter one is asked for the rest: ${what}`, () => {
      const { layer, state } = memorySink()
      return runDownloads(
        fakeObject({ bytes: content, script: [{ _tag: "serve" }, behaviour, behaviour] }),
        Effect.gen(function*() {
          const { size, verified } = yield* hurried((yield* started).await)
          assert.deepStrictEqual({ size, verified }, { size: 100, verified: "size" })
          assert.deepStrictEqual(state.bytes, content)
        }),
        { sink: layer, ...options }
      )
    })
  }

  it.effect("a shorter one of no known size leaves no hole, but an error", () => {
    const { layer, state } = memorySink()
    const shorter: Behaviour = { _tag: "resize", by: -20 }
    return runDownloads(
      fakeObject({
        bytes: content,
        script: [shorter, shorter, shorter, shorter],
        headers: { "content-range": undefined }
      }),
      Effect.gen(function*() {
        const error = yield* Effect.flip(hurried((yield* started).await))
        assert.deepInclude(error, { _tag: "IntegrityError", what: "size" })
        assert.isFalse(state.published)
      }),
      { sink: layer, tuning }
    )
  })

  for (const how of ["streamed", "saved"] as const) {
    it.effect(`one that was packed on the way, and ends early without a break, is not continued: ${how}`, () => {
      const { layer, state } = memorySink()
      const packed: Behaviour = { _tag: "cutAfter", bytes: 12, silently: true }
      return runDownloads(
        fakeObject({
          bytes: content,
          script: Array.from({ length: 20 }, () => packed),
          headers: { "content-encoding": "gzip", "content-length": undefined }
        }),
        Effect.gen(function*() {
          const downloads = yield* Downloads
          const blob = downloads.blob({ fileId: "f", range: { start: 10, end: 60 } })
          const error = yield* how === "saved"
            ? Effect.flip(hurried((yield* started).await))
            : Effect.flip(hurried(blob))
          assert.deepInclude(error, { _tag: "IntegrityError", what: "size" })
          assert.isFalse(state.published)
        }),
        { sink: layer, tuning }
      )
    })
  }

  it.effect("a longer one is not taken", () => {
    const { layer, state } = memorySink()
    return runDownloads(
      fakeObject({ bytes: content, script: [{ _tag: "serve" }, { _tag: "resize", by: 20 }] }),
      Effect.gen(function*() {
        const error = yield* Effect.flip(hurried((yield* started).await))
        assert.deepInclude(error, { _tag: "TransportError", reason: "Status" })
        assert.isFalse(state.published)
      }),
      { sink: layer, tuning }
    )
  })
})

describe("a download whose target is being given its name", () => {
  for (const intent of ["cancel", "stop"] as const) {
    it.effect(`has ended when the ${intent} comes`, () =>
      Effect.gen(function*() {
        const gate = yield* Deferred.make<void>()
        const { layer, state } = memorySink({ before: { publish: Deferred.await(gate) } })
        yield* runDownloads(
          fakeObject({ bytes: content }),
          Effect.gen(function*() {
            const downloads = yield* Downloads
            const { await: end, id } = yield* started
            yield* settle
            assert.strictEqual(downloads.snapshot(id)?.status, "verifying")
            const wanted = yield* Effect.fork(downloads[intent](id))
            yield* settle
            assert.isFalse(state.published)
            yield* Deferred.succeed(gate, undefined)
            yield* Fiber.join(wanted)
            assert.strictEqual((yield* end).size, 100)
            assert.deepInclude(state, { published: true, discarded: false })
            assert.strictEqual(downloads.snapshot(id)?.status, "success")
          }),
          { sink: layer }
        )
      }))
  }
})

describe("a download whose reader has paused", () => {
  it.effect.each<readonly [what: string, afterMillis: number, again: number]>([
    ["is stopped after a second, and brings what was not taken when it continues", 1500, 20],
    ["asks for nothing again where the reader continues within that second", 500, 0]
  ])("%s", ([, afterMillis, again]) =>
    Effect.gen(function*() {
      const wanted = Effect.unsafeMakeLatch(false)
      const { layer, state } = memorySink({
        order: "ascending",
        reopens: false,
        before: { write: Effect.interruptible(wanted.await) }
      })
      yield* runDownloads(
        fakeObject({ bytes: content }),
        Effect.gen(function*() {
          const downloads = yield* Downloads
          const { await: end, id } = yield* started
          yield* settle
          const stopping = yield* Effect.fork(downloads.stop(id))
          yield* TestClock.adjust(afterMillis)
          assert.deepStrictEqual([state.writes, stopping.unsafePoll() === null], [[], again === 0])
          yield* wanted.open
          yield* Fiber.join(stopping)
          yield* downloads.resume(id)
          assert.strictEqual((yield* hurried(end)).received, content.length + again)
          assert.deepStrictEqual(state.bytes, content)
        }),
        { sink: layer, space: { downloadSpeed: 20 } }
      )
    }))
})

describe("a download that notes how far it is", () => {
  it.effect("when it is stopped, ends that note before it makes another", () =>
    Effect.gen(function*() {
      const gate = yield* Deferred.make<void>()
      const notes = { begun: 0, underway: 0, most: 0 }
      const keep = Effect.acquireUseRelease(
        Effect.sync(() => {
          notes.begun++
          notes.most = Math.max(notes.most, ++notes.underway)
        }),
        // As a disk does it: the call continues, whoever has left.
        () => Effect.promise(() => Effect.runPromise(Deferred.await(gate))),
        () =>
          Effect.promise(() => Effect.runPromise(Deferred.await(gate))).pipe(
            Effect.map(() => {
              notes.underway--
            }),
            Effect.forkDaemon
          )
      )
      const { layer } = memorySink({ before: { keep } })
      yield* runDownloads(
        fakeObject({ bytes: content }),
        Effect.gen(function*() {
          const downloads = yield* Downloads
          const { id } = yield* started
          yield* TestClock.adjust("3 seconds")
          assert.strictEqual(notes.begun, 1)
          const stopping = yield* Effect.fork(downloads.stop(id))
          yield* settle
          assert.strictEqual(notes.begun, 1)
          yield* Deferred.succeed(gate, undefined)
          yield* Fiber.join(stopping)
          assert.strictEqual(notes.begun, 2)
        }),
        { sink: layer, space: { downloadSpeed: 20 } }
      )
    }))
})

describe("a download that failed, and is resumed and removed in one step", () => {
  it.effect("stays on the list for as long as it is saved", () => {
    const { layer, state } = memorySink()
    return runDownloads(
      fakeObject({ bytes: content, script: [{ _tag: "refuse", status: 400 }] }),
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const { id, await: end } = yield* started
        yield* Effect.flip(end)
        const resuming = yield* Effect.fork(downloads.resume(id))
        yield* Effect.yieldNow()
        yield* downloads.remove(id)
        yield* Fiber.join(resuming)
        assert.deepStrictEqual(downloads.list(), [id])
        yield* settle
        assert.isTrue(state.published)
        assert.strictEqual(downloads.snapshot(id)?.status, "success")
        yield* downloads.remove(id)
        assert.deepStrictEqual(downloads.list(), [])
      }),
      { sink: layer }
    )
  })
})

describe("a download that starts again", () => {
  it.effect("and then fails before it reads, leaves its target closed", () => {
    const { layer, state } = memorySink()
    let asked = 0
    return runDownloads(
      fakeObject({ bytes: content, script: [{ _tag: "refuse", status: 412 }] }),
      Effect.gen(function*() {
        const error = yield* Effect.flip(hurried((yield* started).await))
        assert.strictEqual(error._tag, "FileNotFound")
        assert.deepInclude(state, { opened: 1, closed: 1 })
      }),
      {
        sink: layer,
        lookUp: Effect.suspend(() => asked++ === 0 ? Effect.succeed(infoOf()) : new FileNotFound({ fileId: "f" }))
      }
    )
  })

  it.effect("after another one has continued its part, asks for the version that lies there", () => {
    const { layer, state } = memorySink()
    const object = fakeObject({ bytes: content, script: [{ _tag: "stallAfter", bytes: 40 }] })
    return runDownloads(
      object,
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const { id } = yield* started
        yield* settle
        yield* downloads.stop(id)
        assert.deepInclude(state.kept, { done: [{ start: 0, end: 40 }] })
        state.kept = {
          version: { etag: "\"version-2\"", modified: undefined, size: 100 },
          done: [{ start: 0, end: 60 }]
        }
        yield* downloads.resume(id)
        yield* settle
        assert.deepInclude(object.asked[1], { range: { start: 60, end: 100 }, ifMatch: "\"version-2\"" })
      }),
      { sink: layer }
    )
  })

  it.effect("where the disk was full and nothing can be opened again, begins with a new target", () => {
    const { layer, state } = memorySink({ reopens: false, fails: "write", failures: 1 })
    return runDownloads(
      fakeObject({ bytes: content }),
      Effect.gen(function*() {
        const downloads = yield* Downloads
        const { await: end, id } = yield* started
        assert.strictEqual((yield* Effect.flip(hurried(end)))._tag, "SaveFailed")
        assert.deepInclude(state, { opened: 1, closed: 1 })
        yield* downloads.resume(id)
        yield* hurried(downloads.get(id)?.await ?? Effect.dieMessage("it is on the list"))
        assert.deepInclude(state, { bytes: content, published: true, opened: 2, closed: 2 })
      }),
      { sink: layer }
    )
  })
})

describe("a download of somebody who has left", () => {
  it.effect("leaves the list, and its target is closed", () =>
    Effect.gen(function*() {
      const events = yield* Effect.provide(DriveEvents, DriveEventsLayer.layer)
      const { layer, state } = memorySink({ reopens: false })
      const signIn = (wsid: string) =>
        Effect.zipRight(events.publish({ _tag: "SignedIn", wsid: Wsid.make(wsid) }), settle)
      yield* runDownloads(
        fakeObject({ bytes: content, script: [{ _tag: "stallAfter", bytes: 40 }] }),
        Effect.gen(function*() {
          const downloads = yield* Downloads
          yield* signIn("one")
          yield* started
          yield* settle
          assert.deepInclude(state, { opened: 1, closed: 0 })
          yield* signIn("other")
          assert.deepStrictEqual(downloads.list(), [])
          assert.deepInclude(state, { opened: 1, closed: 1 })
        }),
        { sink: layer, events: Layer.succeed(DriveEvents, events) }
      )
    }))

  it.effect("is cancelled for who waits for it, and nothing of it stays beside its target", () =>
    Effect.gen(function*() {
      const events = yield* Effect.provide(DriveEvents, DriveEventsLayer.layer)
      const { layer, state } = memorySink()
      const signIn = (wsid: string) =>
        Effect.zipRight(events.publish({ _tag: "SignedIn", wsid: Wsid.make(wsid) }), settle)
      yield* runDownloads(
        fakeObject({ bytes: content, script: [{ _tag: "stallAfter", bytes: 40 }, { _tag: "stallAfter", bytes: 40 }] }),
        Effect.gen(function*() {
          const downloads = yield* Downloads
          yield* signIn("one")
          const { await: end, id, snapshot } = yield* started
          const waits = yield* Effect.fork(Effect.flip(end))
          const saves = yield* Effect.fork(Effect.flip(downloads.save(request)))
          yield* settle
          yield* events.publish({ _tag: "SignedOut" })
          yield* settle
          assert.strictEqual(snapshot().status, "stopped")
          assert.isTrue(Option.isNone(yield* Fiber.poll(waits)))
          yield* signIn("other")
          assert.deepInclude(yield* Fiber.join(waits), { _tag: "DownloadCancelled", downloadId: id })
          assert.strictEqual((yield* Fiber.join(saves))._tag, "DownloadCancelled")
          assert.strictEqual((yield* Effect.flip(end))._tag, "DownloadCancelled")
          assert.strictEqual(snapshot().status, "cancelled")
          assert.isTrue(state.discarded)
        }),
        { sink: layer, events: Layer.succeed(DriveEvents, events) }
      )
    }))
})

describe("a download that a browser's manager takes", () => {
  it.effect("has ended, though the machine seems to be offline", () =>
    Effect.gen(function*() {
      const connectivity = yield* ConnectivityMemory.make
      const object = fakeObject({ bytes: content })
      let handed = 0
      const sink = Layer.succeed(FileSink, {
        folder: () => Effect.dieMessage("nobody wants a folder"),
        prepare: () => ({
          name: "f.bin",
          open: () => Effect.succeed({ _tag: "Link" as const, hand: () => Effect.sync(() => handed++) }),
          discard: Effect.void
        })
      })
      yield* runDownloads(
        { ...object, address: () => Effect.delay(object.address(), "3 seconds") },
        Effect.gen(function*() {
          const downloads = yield* Downloads
          const { await: end, id } = yield* started
          yield* settle
          yield* connectivity.set(false)
          yield* settle
          assert.strictEqual(downloads.snapshot(id)?.status, "offline")
          yield* settle
          yield* settle
          assert.deepInclude(yield* end, { via: "link" })
          assert.strictEqual(handed, 1)
        }),
        { sink, connectivity: Layer.succeed(Connectivity, connectivity.service) }
      )
    }))
})
