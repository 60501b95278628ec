/** What the AWS SDK is told of an object without its bytes. */
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  type ObjectAttributes,
  PutObjectCommand,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { pattern } from "../blobs/blobStoreContract.js"
import { clientOf, layer, start } from "./endpoint.js"

const Bucket = "b"
const all: Array<ObjectAttributes> = ["ETag", "Checksum", "ObjectParts", "StorageClass", "ObjectSize"]
const pieces = [pattern(5 * 1024 * 1024), pattern(17)]

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64")

const opened = Effect.gen(function*() {
  const server = yield* start({ bucket: Bucket })
  return clientOf(server.origin, yield* server.keys.issue({ buckets: "all" }))
})

describe("the attributes of an object", () => {
  it.scopedLive("that was stored whole are its size, digests and class, as far as they are asked for", () =>
    Effect.gen(function*() {
      const client = yield* opened
      yield* Effect.promise(async () => {
        const body = new TextEncoder().encode("hello")
        await client.send(
          new PutObjectCommand({
            Bucket,
            Key: "k",
            Body: body,
            ChecksumAlgorithm: "SHA256",
            StorageClass: "STANDARD_IA"
          })
        )
        const ask = async (Key: string, ObjectAttributes: Array<ObjectAttributes>) => {
          const { $metadata: _, LastModified, ...told } = await client.send(
            new GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes })
          )
          assert.instanceOf(LastModified, Date)
          return told
        }
        const md5 = createHash("md5").update(body).digest("hex")
        assert.deepEqual(await ask("k", all), {
          ETag: md5,
          Checksum: { ChecksumSHA256: sha256(body), ChecksumType: "FULL_OBJECT" },
          StorageClass: "STANDARD_IA",
          ObjectSize: 5
        })
        assert.deepEqual(await ask("k", ["ObjectSize"]), { ObjectSize: 5 })
        const failure = (asked: Promise<unknown>) =>
          asked.then(() => "told", (error: unknown) => error instanceof Error ? error.name : "unknown")
        assert.strictEqual(await failure(ask("none", all)), "NoSuchKey")
        assert.strictEqual(await failure(ask("k", ["Colour" as "ETag"])), "InvalidArgument")
        assert.strictEqual(await failure(ask("k", [])), "InvalidRequest")
      })
    }).pipe(Effect.provide(layer)))

  it.scopedLive("that was stored in parts tell of them, a page at a time", () =>
    Effect.gen(function*() {
      const client = yield* opened
      yield* Effect.promise(async () => {
        const object = { Bucket, Key: "k" }
        const { UploadId } = await client.send(
          new CreateMultipartUploadCommand({ ...object, ChecksumAlgorithm: "SHA256" })
        )
        const Parts = []
        for (const [index, Body] of pieces.entries()) {
          const PartNumber = index + 1
          const { ChecksumSHA256, ETag } = await client.send(
            new UploadPartCommand({ ...object, UploadId, PartNumber, Body, ChecksumAlgorithm: "SHA256" })
          )
          Parts.push({ ETag, PartNumber, ChecksumSHA256 })
        }
        await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }))
        const ask = (page: { readonly MaxParts?: number; readonly PartNumberMarker?: string } = {}) =>
          client.send(new GetObjectAttributesCommand({ ...object, ObjectAttributes: all, ...page }))
        const parts = pieces.map((piece, index) => ({
          PartNumber: index + 1,
          Size: piece.length,
          ChecksumSHA256: sha256(piece)
        }))
        const composite = sha256(Buffer.concat(pieces.map((piece) => createHash("sha256").update(piece).digest())))
        const told = await ask()
        assert.strictEqual(told.ObjectSize, 5 * 1024 * 1024 + 17)
        assert.deepEqual(told.Checksum, { ChecksumSHA256: `${composite}-2`, ChecksumType: "COMPOSITE" })
        assert.deepInclude(told.ObjectParts, { TotalPartsCount: 2, IsTruncated: false, MaxParts: 1000, Parts: parts })
        assert.deepInclude((await ask({ MaxParts: 1 })).ObjectParts, {
          IsTruncated: true,
          NextPartNumberMarker: "1",
          Parts: parts.slice(0, 1)
        })
        assert.deepInclude((await ask({ MaxParts: 1, PartNumberMarker: "1" })).ObjectParts, {
          IsTruncated: false,
          Parts: parts.slice(1)
        })
      })
    }).pipe(Effect.provide(layer)))
})
