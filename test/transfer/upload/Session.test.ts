import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { DriveEvents } from "../../../src/services/DriveEvents.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { assertNothingLeft, bytesOf, startProcess, storedBytes, withDrive } from "./memoryUploads.js"

const slow = { bytesPerSecond: 1000, latency: 5 }

const tenParts = { source: bytesOf(1000), name: "a.bin", chunkSize: 100 }

describe("a session that ends in mid-upload", () => {
  it.live("stops the upload with its parts, and after sign-in it resumes by itself", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("250 millis")
        drive.service.signedIn = false
        yield* Effect.sleep("1 hour")
        const paused = uploads.snapshot(upload.id)
        assert.deepStrictEqual([paused?.progress, paused?.multipart, paused?.error?._tag], [
          "running",
          "stopped",
          "TokenExpired"
        ])
        yield* drive.signIn()
        const result = yield* upload.await
        assert.strictEqual(uploads.snapshot(upload.id)?.error, undefined)
        assert.strictEqual(drive.network.received, 1000)
        assert.deepStrictEqual(storedBytes(drive, result.objectKey), tenParts.source)
      })))

  it.live("is not the next user's business", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        yield* drive.signIn("first")
        const upload = yield* uploads.start(tenParts)
        const waits = yield* Effect.fork(Effect.flip(upload.await))
        yield* Effect.sleep("250 millis")
        drive.service.signedIn = false
        yield* Effect.sleep("1 minute")
        yield* drive.signIn("second")
        yield* Effect.sleep("1 minute")
        assert.deepInclude(yield* Fiber.join(waits), { _tag: "UploadCancelled", uploadId: upload.id })
        assert.strictEqual((yield* Effect.flip(upload.await))._tag, "UploadCancelled")
        assert.strictEqual(upload.snapshot().status._tag, "cancelled")
        assert.deepStrictEqual(uploads.list(), [])
        assert.deepStrictEqual(yield* uploads.recoverable(), [])
        assert.strictEqual(drive.service.files.get("file-1")?.stored, false)
        yield* drive.signIn("first")
        yield* Effect.sleep("1 minute")
        assert.deepStrictEqual((yield* uploads.recoverable()).map(({ id }) => id), [upload.id])
      })))

  it.live("while a file is created for it leaves no second one when its user comes back", () =>
    withDrive({
      ...slow,
      faults: [{ match: { target: "api", method: "POST" }, action: { _tag: "delay", millis: 60_000 } }]
    }, (drive, uploads) =>
      Effect.gen(function*() {
        yield* drive.signIn("first")
        drive.disk.set("/a.bin", { bytes: tenParts.source, modifiedAt: 1 })
        const { id } = yield* uploads.start({ source: { path: "/a.bin" }, chunkSize: 100 })
        yield* Effect.sleep("1 second")
        yield* drive.signIn("second")
        yield* Effect.sleep("1 second")
        yield* drive.signIn("first")
        yield* Effect.sleep("1 second")
        yield* uploads.recoverable()
        yield* uploads.resume(id)
        const { objectKey } = yield* uploads.get(id)?.await ?? Effect.never
        assert.deepStrictEqual(storedBytes(drive, objectKey), tenParts.source)
        assert.strictEqual(drive.service.files.size, 1)
        assert.deepStrictEqual(drive.network.faults.remaining(), [])
      })))

  it.live("by sign-out stops all uploads", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const events = yield* DriveEvents
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("250 millis")
        yield* events.publish({ _tag: "SignedOut" })
        yield* Effect.sleep("10 millis")
        assert.strictEqual(drive.network.inFlight, 0)
        assert.strictEqual(uploads.snapshot(upload.id)?.multipart, "stopped")
        yield* drive.signIn()
        yield* Effect.sleep("1 minute")
        assert.strictEqual(uploads.snapshot(upload.id)?.multipart, "stopped")
      })))
})

describe("after a crash", () => {
  it.live("an upload given by path continues without being picked again, and sends no listed part again", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make(slow)
      drive.disk.set("/a.bin", { bytes: tenParts.source, modifiedAt: 1 })
      const before = yield* startProcess(drive)
      yield* before.uploads.start({ source: { path: "/a.bin" }, chunkSize: 100 })
      yield* Effect.sleep("250 millis")
      yield* before.crash
      const kept = [...drive.storage.bucket.uploads.values()][0]?.parts.size ?? 0
      assert.isAbove(kept, 0)
      const puts = drive.network.count({ method: "PUT", query: "partNumber" })

      const after = yield* startProcess(drive)
      const [found] = yield* after.uploads.recoverable()
      assert.deepStrictEqual([found?.multipart, found?.needsFile, found?.size], ["stopped", false, 1000])
      yield* after.uploads.resume(found?.id ?? "")
      const result = yield* after.uploads.get(found?.id ?? "")?.await ?? Effect.never
      assert.strictEqual(drive.network.count({ method: "PUT", query: "partNumber" }) - puts, 10 - kept)
      assert.strictEqual(drive.network.count({ method: "POST", path: "/api/v2/file" }), 1)
      assert.deepStrictEqual(storedBytes(drive, result.objectKey), tenParts.source)
      assertNothingLeft(drive, after.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))

  it.live("bytes must be given again, and must be the same file", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make(slow)
      const before = yield* startProcess(drive)
      yield* before.uploads.start(tenParts)
      yield* Effect.sleep("250 millis")
      yield* before.crash

      const after = yield* startProcess(drive)
      const [found] = yield* after.uploads.recoverable()
      const id = found?.id ?? ""
      assert.isTrue(found?.needsFile)
      yield* after.uploads.resume(id)
      assert.strictEqual(after.uploads.snapshot(id)?.multipart, "stopped")
      yield* after.uploads.resume(id, bytesOf(999))
      assert.strictEqual((yield* Effect.flip(after.uploads.get(id)?.await ?? Effect.never))._tag, "SourceChanged")
      yield* after.uploads.resume(id, tenParts.source)
      const result = yield* after.uploads.get(id)?.await ?? Effect.never
      assert.deepStrictEqual(storedBytes(drive, result.objectKey), tenParts.source)
    })))

  it.live("a file of the same size with other leading bytes is not taken for it", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make({ latency: 5 })
      const before = yield* startProcess(drive)
      yield* before.uploads.start({ source: bytesOf(1_500_000), name: "a", chunkSize: 500_000 })
      yield* Effect.sleep("700 millis")
      yield* before.crash
      const after = yield* startProcess(drive)
      const [found] = yield* after.uploads.recoverable()
      const id = found?.id ?? ""
      yield* after.uploads.resume(id, bytesOf(1_500_000, 2))
      assert.strictEqual((yield* Effect.flip(after.uploads.get(id)?.await ?? Effect.never))._tag, "SourceChanged")
      yield* after.uploads.resume(id, bytesOf(1_500_000))
      const result = yield* after.uploads.get(id)?.await ?? Effect.never
      assert.deepStrictEqual(storedBytes(drive, result.objectKey), bytesOf(1_500_000))
    })))

  it.live("what a cancel could not abort is aborted", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make(slow)
      const before = yield* startProcess(drive)
      const upload = yield* before.uploads.start(tenParts)
      yield* Effect.sleep("250 millis")
      yield* drive.setOnline(false)
      yield* before.uploads.cancel(upload.id)
      yield* before.crash
      assert.strictEqual(drive.storage.bucket.uploads.size, 1)

      yield* drive.setOnline(true)
      const after = yield* startProcess(drive)
      assert.deepStrictEqual(yield* after.uploads.recoverable(), [])
      yield* Effect.sleep("1 minute")
      assertNothingLeft(drive, after.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))

  it.live("two processes do not drive one upload", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make(slow)
      const one = yield* startProcess(drive)
      yield* one.uploads.start(tenParts)
      yield* Effect.sleep("250 millis")
      const other = yield* startProcess(drive)
      assert.deepStrictEqual(yield* other.uploads.recoverable(), [])
    })))
})
