/** Which upload goes first can be changed while it waits, runs or is stopped. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TransportError } from "../../../src/domain/errors/TransportError.js"
import { UploadId } from "../../../src/domain/Ids.js"
import { TransferRuns } from "../../../src/services/TransferRuns.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import * as Entries from "../../../src/services/uploads/UploadEntry.js"
import { UploadQueue } from "../../../src/services/uploads/UploadQueue.js"
import * as UploadsLayer from "../../../src/services/uploads/UploadsLayer.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { assertNothingLeft, bytesOf, startProcess, storedBytes, withDrive } from "./memoryUploads.js"

const slow = { bytesPerSecond: 1000, latency: 5 }

const priorities = (drive: Memory.MemoryDrive) =>
  [...drive.sessions.saved.values()].map(({ upload }) => upload.request.priority)

describe("the priority of an upload", () => {
  it.live("that waits moves it in the queue, up and down", () =>
    withDrive(slow, (_drive, uploads) =>
      Effect.gen(function*() {
        const ended: Array<string> = []
        const ids: Array<string> = []
        for (let index = 0; index < 40; index++) {
          const upload = yield* uploads.start({ source: bytesOf(50, index), name: `${index}` })
          ids.push(upload.id)
          yield* Effect.forkScoped(Effect.map(upload.await, () => ended.push(uploads.snapshot(upload.id)?.name ?? "")))
        }
        yield* Effect.sleep("1 millis")
        yield* uploads.setPriority(ids[38] ?? "", 1)
        yield* uploads.setPriority(ids[39] ?? "", 2)
        yield* uploads.setPriority(ids[10] ?? "", -1)
        yield* Effect.sleep("1 minute")
        assert.strictEqual(ended.length, 40)
        // Nine run at once, and those had begun before.
        assert.isBelow(ended.indexOf("39"), 13)
        assert.isBelow(ended.indexOf("38"), 13)
        assert.strictEqual(ended.at(-1), "10")
      })))

  it.live("that runs gives its parts the next places, also those that ask already", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const first = yield* uploads.start({ source: bytesOf(6000), name: "a", chunkSize: 100 })
        const second = yield* uploads.start({ source: bytesOf(6000, 2), name: "b", chunkSize: 100 })
        yield* Effect.sleep("500 millis")
        yield* uploads.setPriority(second.id, 5)
        const before = uploads.snapshot(first.id)?.bytes.accepted ?? 0
        const { objectKey } = yield* second.await
        assert.deepStrictEqual(storedBytes(drive, objectKey), bytesOf(6000, 2))
        const meanwhile = (uploads.snapshot(first.id)?.bytes.accepted ?? 0) - before
        // Those in flight then, and those that found places when nothing of the second was left to send.
        assert.isAtMost(meanwhile, 1500)
        yield* first.await
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("is kept with the session of an upload that runs, that is stopped, and that waits again", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make(slow)
      drive.disk.set("/a.bin", { bytes: bytesOf(2000), modifiedAt: 1 })
      const before = yield* startProcess(drive)
      const { id } = yield* before.uploads.start({ source: { path: "/a.bin" }, chunkSize: 100 })
      yield* Effect.sleep("400 millis")
      yield* before.uploads.setPriority(id, 3)
      assert.deepStrictEqual(priorities(drive), [3])
      yield* before.uploads.stop(id)
      yield* before.uploads.setPriority(id, 4)
      assert.deepStrictEqual(priorities(drive), [4])
      const kept = [...drive.sessions.saved.values()][0]
      assert.isAbove(kept?.journal.length ?? 0, 0)
      assert.isDefined(kept?.upload.uploadId)
      yield* before.crash

      const after = yield* startProcess(drive)
      yield* after.uploads.recoverable()
      yield* Effect.all([after.uploads.resume(id), after.uploads.setPriority(id, 7)], { concurrency: "unbounded" })
      assert.deepStrictEqual(priorities(drive), [7])
      const { objectKey } = yield* after.uploads.get(id)?.await ?? Effect.never
      assert.deepStrictEqual(storedBytes(drive, objectKey), bytesOf(2000))
      assertNothingLeft(drive, after.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))

  it.live("counts at once where the code that saves it cannot come, and keeps nobody waiting", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make(slow)
      const away = new TransportError({ reason: "Network", method: "GET", path: "saved uploads" })
      const saved = { get: away, load: () => Effect.never }
      const withoutSaved = Layer.effect(TransferRuns, Effect.map(TransferRuns, (runs) => ({ ...runs, saved })))
      const layer = UploadsLayer.layer().pipe(
        Layer.provideMerge(TransferScheduler.layer),
        Layer.provideMerge(withoutSaved),
        Layer.provideMerge(drive.layer)
      )
      const { scheduler, uploads } = yield* startProcess(drive, layer)
      const upload = yield* uploads.start({ source: bytesOf(2000), name: "a", chunkSize: 100 })
      yield* Effect.sleep("250 millis")
      yield* uploads.stop(upload.id)
      yield* uploads.setPriority(upload.id, 9)
      yield* uploads.resume(upload.id)
      const { objectKey } = yield* upload.await
      assert.deepStrictEqual(storedBytes(drive, objectKey), bytesOf(2000))
      assertNothingLeft(drive, scheduler)
    })))

  it.live("of an upload that another tab drives leaves that tab's session alone", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make(slow)
      drive.disk.set("/a.bin", { bytes: bytesOf(2000), modifiedAt: 1 })
      const first = yield* startProcess(drive)
      const { id } = yield* first.uploads.start({ source: { path: "/a.bin" }, chunkSize: 100 })
      yield* Effect.sleep("250 millis")
      yield* first.uploads.stop(id)
      const second = yield* startProcess(drive)
      yield* second.uploads.recoverable()
      yield* second.uploads.resume(id)
      yield* Effect.sleep("50 millis")
      const saved = [...drive.sessions.saved.values()][0]?.upload
      yield* first.uploads.setPriority(id, 9)
      assert.strictEqual([...drive.sessions.saved.values()][0]?.upload, saved)
      yield* second.uploads.get(id)?.await ?? Effect.never
      yield* first.uploads.setPriority(id, 8)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))

  it.live("is a finite number, and an id on no list changes nothing", () =>
    withDrive(slow, (_drive, uploads) =>
      Effect.gen(function*() {
        const { id } = yield* uploads.start({ source: bytesOf(10), name: "a" })
        for (const priority of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
          for (const one of [id, "gone"]) {
            const error = yield* Effect.flip(uploads.setPriority(one, priority))
            assert.deepInclude(error, { _tag: "InvalidInput", field: "priority" })
          }
        }
        yield* uploads.setPriority("gone", 1)
        yield* uploads.setPriority(id, 0.5)
      })))
})

describe("the queue", () => {
  it("gives the first of the highest priority, however many there are", () => {
    const queue = new UploadQueue()
    for (let priority = 0; priority < 200_000; priority++) {
      queue.push(Entries.make({
        id: UploadId.make(`${priority}`),
        spaceId: undefined,
        wsid: undefined,
        describe: () => ({ name: "a", size: 1 }),
        parallel: 1,
        request: { source: "a", priority }
      }))
    }
    assert.deepStrictEqual([queue.shift()?.id, queue.shift()?.id], ["199999", "199998"])
  })
})
