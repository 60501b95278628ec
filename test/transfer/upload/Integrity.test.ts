/** Checksums that the storage does not know: the in-memory one, as Ceph 16.2 does, ignores them and says none. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import type { UploadTuning } from "../../../src/services/uploads/UploadEngine.js"
import { assertNothingLeft, bytesOf, storedBytes, withDrive } from "./memoryUploads.js"

const crc32: Partial<UploadTuning> = { integrity: () => "crc32" }

const source = bytesOf(370)

for (const [kind, chunkSize] of [["multipart", 100], ["direct", undefined]] as const) {
  describe(`a ${kind} upload with checksums that the storage ignores`, () => {
    it.live("sends a body again that arrived damaged", () =>
      withDrive({}, (drive, uploads) =>
        Effect.gen(function*() {
          let bodies = 0
          drive.storage.damage = (bytes) => ++bodies === 1 ? bytes.map((byte) => byte ^ 1) : bytes
          const upload = yield* uploads.start({ source, name: "a", chunkSize })
          const { objectKey } = yield* upload.await
          assert.deepStrictEqual(storedBytes(drive, objectKey), source)
          assert.strictEqual(bodies, chunkSize === undefined ? 2 : 5)
          assertNothingLeft(drive, yield* TransferScheduler)
        }), crc32))

    it.live("ends as IntegrityError when it is damaged twice", () =>
      withDrive({}, (drive, uploads) =>
        Effect.gen(function*() {
          drive.storage.damage = (bytes) => bytes.map((byte) => byte ^ 1)
          const upload = yield* uploads.start({ source, name: "a", chunkSize })
          assert.include(yield* Effect.flip(upload.await), { _tag: "IntegrityError", what: "md5" })
        }), crc32))

    it.live("takes an ETag that is no digest for what it is", () =>
      withDrive({ platform: "pds" }, (drive, uploads) =>
        Effect.gen(function*() {
          const upload = yield* uploads.start({ source, name: "a", chunkSize })
          const { objectKey } = yield* upload.await
          assert.deepStrictEqual(storedBytes(drive, objectKey), source)
        }), crc32))
  })
}
