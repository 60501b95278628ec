import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import { assertNothingLeft, bytesOf, storedBytes, withDrive } from "./memoryUploads.js"

describe("Uploads", () => {
  for (const platform of ["s3", "oss", "pds"] as const) {
    it.live(`stores a file in parts on ${platform}`, () =>
      withDrive({ platform }, (drive, uploads) =>
        Effect.gen(function*() {
          const bytes = bytesOf(1234)
          const upload = yield* uploads.start({ source: bytes, name: "a.bin", chunkSize: 100 })
          assert.deepInclude(uploads.snapshot(upload.id), { progress: undefined, status: { _tag: "queued" } })
          const result = yield* upload.await
          assert.deepStrictEqual(storedBytes(drive, result.objectKey), bytes)
          const snapshot = uploads.snapshot(upload.id)
          assert.deepStrictEqual([snapshot?.progress, snapshot?.multipart], ["success", "done"])
          const hashed = platform === "pds" ? 0 : 1234
          assert.deepStrictEqual(snapshot?.bytes, { hashed, sent: 1234, accepted: 1234, committed: 1234 })
          assert.deepStrictEqual(drive.service.files.get(result.fileId)?.assetStatus, 1)
          assertNothingLeft(drive, yield* TransferScheduler)
        })))

    it.live(`stores a small file with one PUT on ${platform}`, () =>
      withDrive({ platform }, (drive, uploads) =>
        Effect.gen(function*() {
          const bytes = bytesOf(5000)
          const upload = yield* uploads.start({ source: bytes, name: "a.bin" })
          const result = yield* upload.await
          assert.deepStrictEqual(storedBytes(drive, result.objectKey), bytes)
          assert.strictEqual(drive.network.count({ method: "PUT", path: "objects" }), 1)
          assert.strictEqual(uploads.snapshot(upload.id)?.multipart, undefined)
          assertNothingLeft(drive, yield* TransferScheduler)
        })))
  }

  it.live("refuses a path whose names lead elsewhere or are none, before any call, in whatever folder", () =>
    withDrive({}, (drive, uploads) =>
      Effect.gen(function*() {
        for (const parentFileId of [undefined, "another-folder"]) {
          for (const path of ["..", "a/../../b", "a/./b", "a\u0000", "\ud800"]) {
            const upload = yield* uploads.start({ source: bytesOf(10), name: "a.bin", path, parentFileId })
            assert.deepInclude(yield* Effect.flip(upload.await), { _tag: "InvalidInput", field: "path" }, path)
          }
        }
        for (const method of ["GET", "POST", "PUT"]) assert.strictEqual(drive.network.count({ method }), 0)
      })))

  it.live("stores an empty file", () =>
    withDrive({}, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start({ source: new Uint8Array(0), name: "empty", chunkSize: 100 })
        const result = yield* upload.await
        assert.deepStrictEqual(storedBytes(drive, result.objectKey), new Uint8Array(0))
      })))
})
