/**
 * A file that is found or picked again after a restart: size, time and leading bytes say whether it is the one of before.
 */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import { Uploads } from "../../../src/services/Uploads.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { assertAllFaultsHit, assertNothingLeft, bytesOf, layerOf, storedBytes, withDrive } from "./memoryUploads.js"

const MiB = 1_048_576

const open = Effect.fnUntraced(function*(drive: Memory.MemoryDrive) {
  const scope = yield* Scope.make()
  const context = yield* Layer.buildWithScope(layerOf(drive), scope)
  yield* Effect.provide(drive.signIn(), context)
  return { uploads: Context.get(context, Uploads), close: Scope.close(scope, Exit.void) }
})

/** A program that ended in mid-upload, and the one after it. */
const interrupted = Effect.fnUntraced(function*(bytes: Uint8Array) {
  const drive = yield* Memory.make({ bytesPerSecond: MiB, latency: 5 })
  drive.disk.set("/a.bin", { bytes, modifiedAt: 1 })
  const before = yield* open(drive)
  const { id } = yield* before.uploads.start({ source: { path: "/a.bin" }, chunkSize: MiB })
  while ((before.uploads.snapshot(id)?.bytes.accepted ?? 0) < 2 * MiB) yield* Effect.sleep("100 millis")
  yield* before.close
  const after = yield* open(drive)
  const [found] = yield* after.uploads.recoverable()
  assert.strictEqual(found?.id, id)
  return { drive, uploads: after.uploads, id }
})

describe("the file of an upload that continues after a restart", () => {
  const bytes = bytesOf(8 * MiB)

  it.live("is refused when its leading bytes are others, and is taken when they are those of before", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, id, uploads } = yield* interrupted(bytes)
      const other = bytes.slice()
      other[5] = (other[5] ?? 0) ^ 1
      drive.disk.set("/a.bin", { bytes: other, modifiedAt: 1 })
      const sent = drive.network.count({ method: "PUT", query: "partNumber" })
      yield* uploads.resume(id)
      const error = yield* Effect.flip(uploads.get(id)?.await ?? Effect.never)
      assert.include(error, { _tag: "SourceChanged", what: "content", action: "pickFile" })
      assert.strictEqual(drive.network.count({ method: "PUT", query: "partNumber" }), sent)

      drive.disk.set("/again.bin", { bytes, modifiedAt: 1 })
      yield* uploads.resume(id, { path: "/again.bin" })
      const { objectKey } = yield* uploads.get(id)?.await ?? Effect.never
      assert.deepStrictEqual(storedBytes(drive, objectKey), bytes)
    })))

  it.live("is compared in the same program too, once it was closed", () =>
    withDrive({ bytesPerSecond: 1_000_000, latency: 60 }, (drive, uploads) =>
      Effect.gen(function*() {
        const small = bytesOf(MiB + 1000)
        drive.disk.set("/a.bin", { bytes: small, modifiedAt: 1 })
        const { id } = yield* uploads.start({ source: { path: "/a.bin" } })
        while (uploads.snapshot(id)?.fileId === undefined) yield* Effect.sleep(5)
        yield* uploads.stop(id)
        const other = small.map((byte, index) => index === MiB + 500 ? byte ^ 1 : byte)
        drive.disk.set("/a.bin", { bytes: other, modifiedAt: 1 })
        yield* uploads.resume(id)
        const error = yield* Effect.flip(uploads.get(id)?.await ?? Effect.never)
        assert.include(error, { _tag: "SourceChanged", what: "content" })
        drive.disk.set("/a.bin", { bytes: small, modifiedAt: 1 })
        yield* uploads.retry(id)
        const { objectKey } = yield* uploads.get(id)?.await ?? Effect.never
        assert.deepStrictEqual(storedBytes(drive, objectKey), small)
      })))

  it.live("is refused when it was modified", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, id, uploads } = yield* interrupted(bytes)
      drive.disk.set("/a.bin", { bytes, modifiedAt: 2 })
      yield* uploads.resume(id)
      const error = yield* Effect.flip(uploads.get(id)?.await ?? Effect.never)
      assert.include(error, { _tag: "SourceChanged", what: "modified" })
    })))
})

describe("a file that tells no time, picked again in mid-upload", () => {
  const slow = { bytesPerSecond: 1000, latency: 5 }
  const bytes = bytesOf(1000)

  /** Half of the parts are there, and the user gives other bytes of the same size in place of the file. */
  const halfWay = Effect.fnUntraced(function*(uploads: Uploads["Type"], input: Uint8Array) {
    const upload = yield* uploads.start({ source: bytes, name: "a.bin", chunkSize: 100 })
    while ((uploads.snapshot(upload.id)?.bytes.accepted ?? 0) < 300) yield* Effect.sleep("10 millis")
    yield* uploads.stop(upload.id)
    yield* uploads.resume(upload.id, input)
    return upload
  })

  it.live("is compared whole: its parts are never joined with those of another file", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* halfWay(uploads, bytesOf(1000, 2))
        assert.include(yield* Effect.flip(upload.await), { _tag: "SourceChanged", what: "content" })
        yield* uploads.resume(upload.id, bytes.slice())
        const { objectKey } = yield* uploads.get(upload.id)?.await ?? Effect.never
        assert.deepStrictEqual(storedBytes(drive, objectKey), bytes)
        assert.strictEqual(drive.network.count({ method: "POST", query: "uploads" }), 1)
      })))

  it.live("shows the size of the file that the upload is of", () =>
    withDrive(slow, (_drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* halfWay(uploads, bytesOf(10))
        assert.include(yield* Effect.flip(upload.await), { _tag: "SourceChanged", what: "size" })
        assert.strictEqual(uploads.snapshot(upload.id)?.size, 1000)
      })))

  it.live("begins anew on pds, where nothing was digested to compare it with", () =>
    withDrive({ ...slow, platform: "pds" }, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* halfWay(uploads, bytesOf(1000, 2))
        const { objectKey } = yield* upload.await
        assert.deepStrictEqual(storedBytes(drive, objectKey), bytesOf(1000, 2))
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("gives the parts that are of no use back later, where the storage does not take them now", () =>
    withDrive({ ...slow, platform: "pds" }, (drive, uploads) =>
      Effect.gen(function*() {
        drive.network.faults.add([{ match: { method: "DELETE" }, action: { _tag: "expire" }, times: 3 }])
        const upload = yield* halfWay(uploads, bytesOf(1000, 2))
        const { objectKey } = yield* upload.await
        assert.deepStrictEqual(storedBytes(drive, objectKey), bytesOf(1000, 2))
        yield* Effect.sleep("6 minutes")
        assertAllFaultsHit(drive)
        assertNothingLeft(drive, yield* TransferScheduler)
        assert.strictEqual(drive.sessions.saved.size, 0)
      })))
})
