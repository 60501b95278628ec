import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import { Uploads } from "../../../src/services/Uploads.js"
import { assertAllFaultsHit, assertNothingLeft, bytesOf, storedBytes, withDrive } from "./memoryUploads.js"

/** Ten parts of a tenth of a second each, five at a time: half done after a good third of a second. */
const slow = { bytesPerSecond: 1000, latency: 5 }

const tenParts = { source: bytesOf(1000), name: "a.bin", chunkSize: 100 }

const partPuts = { method: "PUT", query: "partNumber" }

describe("stop", () => {
  it.live("closes the requests in flight, keeps the session, and leaves `await` pending", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        const waiting = yield* Effect.fork(upload.await)
        yield* Effect.sleep("250 millis")
        assert.isAbove(drive.network.inFlight, 0)
        yield* uploads.stop(upload.id)
        assert.strictEqual(drive.network.inFlight, 0)
        assert.deepStrictEqual(uploads.snapshot(upload.id)?.multipart, "stopped")
        assert.strictEqual(drive.sessions.saved.size, 1)
        yield* Effect.sleep("1 hour")
        assert.strictEqual(waiting.unsafePoll(), null)
        yield* Fiber.interrupt(waiting)
        yield* uploads.cancel(upload.id)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("in mid-create creates no second file when it continues", () =>
    withDrive({ latency: 100 }, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("150 millis")
        assert.strictEqual(drive.network.inFlight, 1)
        yield* uploads.stop(upload.id)
        yield* uploads.resume(upload.id)
        yield* upload.await
        assert.strictEqual(drive.network.count({ method: "POST", path: "/api/v2/file" }), 1)
        assert.strictEqual(drive.service.files.size, 1)
      })))

  it.live("in mid-begin leaves no multipart upload that nobody knows", () =>
    withDrive({ latency: 100 }, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("350 millis")
        assert.strictEqual(drive.network.count({ method: "POST", query: "uploads" }), 1)
        assert.strictEqual(uploads.snapshot(upload.id)?.multipart, undefined)
        yield* uploads.stop(upload.id)
        yield* uploads.resume(upload.id)
        yield* upload.await
        assert.strictEqual(drive.network.count({ method: "POST", query: "uploads" }), 1)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("of a waiting upload takes it out of the line", () =>
    withDrive(slow, (_drive, uploads) =>
      Effect.gen(function*() {
        const ids: Array<string> = []
        for (let index = 0; index < 30; index++) {
          ids.push((yield* uploads.start({ ...tenParts, source: bytesOf(1000, index) })).id)
        }
        const last = ids[29] ?? ""
        yield* uploads.stop(last)
        assert.deepInclude(uploads.snapshot(last), { progress: undefined, status: { _tag: "paused" } })
        assert.strictEqual(uploads.snapshot(last)?.multipart, "stopped")
        yield* Effect.sleep("1 hour")
        assert.strictEqual(uploads.snapshot(ids[28] ?? "")?.progress, "success")
        assert.strictEqual(uploads.snapshot(last)?.multipart, "stopped")
      })))
})

describe("resume", () => {
  it.live("lists what the storage has and sends only the missing parts", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("250 millis")
        yield* uploads.stop(upload.id)
        const accepted = uploads.snapshot(upload.id)?.bytes.accepted ?? 0
        assert.isTrue(accepted >= 300 && accepted < 1000, `${accepted}`)
        const puts = drive.network.count(partPuts)
        yield* uploads.resume(upload.id)
        const result = yield* upload.await
        assert.strictEqual(drive.network.count({ method: "GET", query: "uploadId" }), 1)
        assert.strictEqual(drive.network.count(partPuts) - puts, (1000 - accepted) / 100)
        assert.deepStrictEqual(storedBytes(drive, result.objectKey), tenParts.source)
      })))

  it.live("sends a part again whose ETag on the storage is not the one that was accepted", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("250 millis")
        yield* uploads.stop(upload.id)
        const [multipart] = drive.storage.bucket.uploads.values()
        const [number] = multipart?.parts.keys() ?? []
        multipart?.parts.set(number ?? 0, { bytes: new Uint8Array(100), etag: "0".repeat(32) })
        yield* uploads.resume(upload.id)
        const result = yield* upload.await
        assert.deepStrictEqual(storedBytes(drive, result.objectKey), tenParts.source)
      })))

  it.live("starts afresh when the storage has forgotten the upload", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("250 millis")
        yield* uploads.stop(upload.id)
        drive.storage.bucket.uploads.clear()
        yield* uploads.resume(upload.id)
        const result = yield* upload.await
        assert.strictEqual(drive.network.count({ method: "POST", query: "uploads" }), 2)
        assert.deepStrictEqual(storedBytes(drive, result.objectKey), tenParts.source)
      })))

  it.live("of a file that has changed meanwhile ends as SourceChanged", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        drive.disk.set("/a.bin", { bytes: bytesOf(1000), modifiedAt: 1 })
        const upload = yield* uploads.start({ source: { path: "/a.bin" }, chunkSize: 100 })
        yield* Effect.sleep("250 millis")
        yield* uploads.stop(upload.id)
        drive.disk.set("/a.bin", { bytes: bytesOf(1000, 2), modifiedAt: 2 })
        yield* uploads.resume(upload.id)
        const error = yield* Effect.flip(upload.await)
        assert.strictEqual(error._tag, "SourceChanged")
      })))

  it.live("of a cancelled upload fails with UploadCancelled", () =>
    withDrive(slow, (_drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* uploads.cancel(upload.id)
        assert.strictEqual((yield* Effect.flip(uploads.resume(upload.id)))._tag, "UploadCancelled")
        assert.strictEqual((yield* Effect.flip(uploads.retry(upload.id)))._tag, "UploadCancelled")
      })))
})

describe("cancel", () => {
  it.live("closes, aborts the multipart, looks that it is gone, and forgets", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        const waiting = yield* Effect.fork(Effect.exit(upload.await))
        yield* Effect.sleep("250 millis")
        yield* uploads.cancel(upload.id)
        assert.strictEqual(drive.network.count({ method: "DELETE" }), 1)
        assert.strictEqual(drive.sessions.saved.size, 0)
        assertNothingLeft(drive, yield* TransferScheduler)
        const exit = yield* Fiber.join(waiting)
        assert.isTrue(Exit.isFailure(exit))
        assert.strictEqual(uploads.snapshot(upload.id)?.multipart, "cancelled")
      })))

  it.live("in mid-begin aborts what the begin brings", () =>
    withDrive({ latency: 100 }, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("350 millis")
        assert.strictEqual(drive.network.count({ method: "POST", query: "uploads" }), 1)
        yield* uploads.cancel(upload.id)
        assert.strictEqual(drive.network.count({ method: "DELETE" }), 1)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("while offline returns at once and aborts when the network is back", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("250 millis")
        yield* drive.setOnline(false)
        yield* uploads.cancel(upload.id)
        assert.strictEqual(uploads.snapshot(upload.id)?.multipart, "cancelled")
        assert.isTrue([...drive.sessions.saved.values()][0]?.upload.aborting)
        yield* Effect.sleep("1 minute")
        yield* drive.setOnline(true)
        yield* Effect.sleep("1 minute")
        assert.strictEqual(drive.sessions.saved.size, 0)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("aborts again when a part lands after the abort", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const { bucket } = drive.storage
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("250 millis")
        const [left] = [...bucket.uploads]
        const { abort } = bucket
        let aborts = 0
        bucket.abort = (uploadId) => {
          const answer = abort.call(bucket, uploadId)
          if (++aborts === 1 && left !== undefined) bucket.uploads.set(...left)
          return answer
        }
        yield* uploads.cancel(upload.id)
        assert.strictEqual(aborts, 2)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("by a caller who leaves in the middle is done all the same", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("250 millis")
        const caller = yield* Effect.fork(uploads.cancel(upload.id))
        yield* Effect.yieldNow()
        yield* Fiber.interruptFork(caller)
        yield* Effect.sleep("1 second")
        assert.strictEqual(uploads.snapshot(upload.id)?.multipart, "cancelled")
        assertNothingLeft(drive, yield* TransferScheduler)
      })))
})

describe("all", () => {
  it.live("stops, resumes and cancels all that have not ended", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const first = yield* uploads.start({ source: bytesOf(10), name: "done" })
        yield* first.await
        const others = yield* Effect.all([uploads.start(tenParts), uploads.start(tenParts), uploads.start(tenParts)])
        yield* Effect.sleep("250 millis")
        const states = () => others.map(({ id }) => uploads.snapshot(id)?.multipart)
        yield* uploads.stopAll()
        assert.deepStrictEqual(states(), ["stopped", "stopped", "stopped"])
        yield* uploads.resumeAll()
        yield* Effect.sleep("10 millis")
        yield* uploads.cancelAll()
        assert.deepStrictEqual(states(), ["cancelled", "cancelled", "cancelled"])
        assert.strictEqual(uploads.snapshot(first.id)?.progress, "success")
        yield* uploads.remove(first.id)
        assert.strictEqual(uploads.list().length, 3)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))
})

describe("a long line", () => {
  it.live("is stopped without starting any of those who wait", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        for (let index = 0; index < 200; index++) yield* uploads.start({ ...tenParts, source: bytesOf(1000, index) })
        yield* Effect.sleep("150 millis")
        const requests = drive.network.log.length
        yield* uploads.stopAll()
        assert.strictEqual(drive.network.log.length, requests)
        assert.isTrue(uploads.list().every((id) => uploads.snapshot(id)?.multipart === "stopped"))
      })))
})

describe("retry", () => {
  it.live("continues from where the failed upload stands", () =>
    withDrive({
      ...slow,
      faults: [{ match: { method: "PUT", query: { partNumber: "7" } }, action: { _tag: "status", status: 403 } }]
    }, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        const error = yield* Effect.flip(upload.await)
        assert.strictEqual(error._tag, "StorageError")
        assert.strictEqual(uploads.snapshot(upload.id)?.progress, "error")
        const before = drive.network.count(partPuts)
        yield* uploads.retry(upload.id)
        const result = yield* Effect.flatMap(Uploads, (again) => again.get(upload.id)?.await ?? Effect.never)
        assert.isBelow(drive.network.count(partPuts) - before, 10)
        assert.strictEqual(uploads.snapshot(upload.id)?.error, undefined)
        assert.deepStrictEqual(storedBytes(drive, result.objectKey), tenParts.source)
        assertAllFaultsHit(drive)
      })))
})
