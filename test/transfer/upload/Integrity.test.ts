/** Checksums that the storage does not know: the in-memory one, as Ceph 16.2 does, ignores them and says none. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { Hasher } from "../../../src/services/Hasher.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import type { UploadTuning } from "../../../src/services/uploads/UploadEngine.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { assertNothingLeft, bytesOf, layerOf, startProcess, storedBytes, withDrive } from "./memoryUploads.js"

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

describe("the MD5 of a small file", () => {
  const md5 = createHash("md5").update(source).digest("hex")

  /** Uploads with a hasher that makes the MD5 in the pass of the hash, as the worker of a page does; gives the kinds that it was asked for apart. */
  const uploadHashedOnce = (damaged: number) =>
    VirtualTime.run(Effect.scoped(Effect.gen(function*() {
      const drive = yield* Memory.make({})
      const apart: Array<string> = []
      const hashing = Layer.effect(
        Hasher,
        Effect.map(Hasher, (hasher) =>
          Hasher.of({
            ...hasher,
            hash: (source, plan, hashed, resume, parts) =>
              Effect.tap(hasher.hash(source, plan, hashed, resume), () => {
                if (parts?.kind === "md5") parts.done([md5])
              }),
            digest: (body, kinds) => {
              apart.push(...kinds)
              return hasher.digest(body, kinds)
            }
          }))
      )
      const layer = layerOf({ ...drive, layer: Layer.provideMerge(hashing, drive.layer) }, { integrity: () => "etag" })
      const { uploads } = yield* startProcess(drive, layer)
      let bodies = 0
      drive.storage.damage = (bytes) => ++bodies <= damaged ? bytes.map((byte) => byte ^ 1) : bytes
      const upload = yield* uploads.start({ source, name: "a" })
      const { objectKey, verified } = yield* upload.await
      assert.deepStrictEqual(storedBytes(drive, objectKey), source)
      return { apart, verified }
    })))

  it.live("is not made again where the hasher has made it", () =>
    Effect.map(uploadHashedOnce(0), (end) => assert.deepStrictEqual(end, { apart: [], verified: "md5" })))

  it.live("is made anew for a body that is sent again", () =>
    Effect.map(uploadHashedOnce(1), (end) => assert.deepStrictEqual(end, { apart: ["md5"], verified: "md5" })))
})
