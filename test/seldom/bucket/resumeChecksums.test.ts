/** Uploads that another program has begun on s3 with a checksum of each part, as the SDK does unless it is told otherwise. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { crc32 } from "node:zlib"
import * as BlobStoreMemory from "../../../emulator/src/blobs/BlobStoreMemory.js"
import * as ByteSource from "../../../emulator/src/blobs/ByteSource.js"
import { crc32Text } from "../../../src/layers/hash/Checksums.js"
import { Bucket } from "../../../src/services/Bucket.js"
import { bucketDrive, bucketName } from "./bucketDrive.js"

const partSize = 5_242_880
const source = Uint8Array.from({ length: 2 * partSize + 5 }, (_, at) => at % 251)

/** What the storage must say of the whole. */
const composite = () => {
  const joined = Buffer.concat(
    [0, 1, 2].map((number) =>
      Buffer.from(crc32Text(crc32(source.subarray(number * partSize, (number + 1) * partSize))), "base64")
    )
  )
  return `${crc32Text(crc32(joined))}-3`
}

const driveWith = (checksum: Readonly<Record<string, string>>) => {
  const blobs = BlobStoreMemory.make()
  const bucket = blobs.bucket(bucketName)
  const begun = Effect.flatMap(
    bucket,
    (bucket) => bucket.begin({ key: "k", metadata: { headers: checksum, user: {} } })
  )
  const putFirst = (uploadId: string) =>
    Effect.flatMap(bucket, (bucket) =>
      bucket.putPart({
        key: "k",
        uploadId,
        number: 1,
        digests: ["crc32"],
        size: partSize,
        body: ByteSource.fromBytes(source.subarray(0, partSize))
      }))
  const stored = Effect.flatMap(bucket, (bucket) => bucket.head("k"))
  return { layer: bucketDrive({ platform: "s3", archiveClass: "GLACIER", blobs }), begun, putFirst, stored }
}

const algorithm = (name: string, type = "COMPOSITE") => ({
  "x-amz-checksum-algorithm": name,
  "x-amz-checksum-type": type
})

describe("an upload to s3 that was begun with checksums", () => {
  for (const parts of ["no part", "a part"]) {
    it.effect(`of CRC-32 continues from ${parts}, and each part is named with its own`, () => {
      const { begun, layer, putFirst, stored } = driveWith(algorithm("crc32"))
      return Effect.gen(function*() {
        const { resume } = yield* Bucket
        const { uploadId } = yield* begun
        if (parts === "a part") yield* putFirst(uploadId)
        yield* resume({ source, objectKey: "k", uploadId, partSize })
        const { metadata } = yield* stored
        assert.strictEqual(metadata.headers["x-amz-checksum-crc32"], composite())
      }).pipe(Effect.provide(layer))
    })
  }

  it.effect("of another kind is refused before a part is sent", () => {
    const { begun, layer, stored } = driveWith(algorithm("sha256"))
    return Effect.gen(function*() {
      const { resume } = yield* Bucket
      const { uploadId } = yield* begun
      const error = yield* Effect.flip(resume({ source, objectKey: "k", uploadId, partSize }))
      assert.deepInclude(error, { _tag: "UnsupportedOperation", platform: "s3", retry: "never" })
      assert.include(error.message, "SHA256")
      assert.strictEqual((yield* Effect.flip(stored))._tag, "BlobNotFound")
    }).pipe(Effect.provide(layer))
  })

  it.effect("of the whole needs none of its parts", () => {
    const { begun, layer, stored } = driveWith(algorithm("crc64nvme", "FULL_OBJECT"))
    return Effect.gen(function*() {
      const { resume } = yield* Bucket
      const { uploadId } = yield* begun
      yield* resume({ source, objectKey: "k", uploadId, partSize })
      assert.isDefined((yield* stored).digests["crc64nvme"])
    }).pipe(Effect.provide(layer))
  })
})
