/** What tests of uploads in parts over an S3 server share: that server, what it says itself, and stores over it. */
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command
} from "@aws-sdk/client-s3"
import { afterAll, assert, beforeAll, beforeEach } from "@effect/vitest"
import { Effect } from "effect"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import type { Fault } from "../../../src/testing/FaultScript.js"
import type { BlobPart } from "../../src/blobs/Blob.js"
import type { Bucket } from "../../src/blobs/BlobStore.js"
import * as BlobStoreS3 from "../../src/blobs/BlobStoreS3.js"
import * as ByteSource from "../../src/blobs/ByteSource.js"
import { type RunningEmulator, startEmulator } from "../../src/index.js"
import { clientOf } from "../s3/endpoint.js"
import { md5, pattern, readAll } from "./blobStoreContract.js"

const mebibyte = 1024 * 1024
export const large = 5 * mebibyte

export const send = (bucket: Bucket, uploadId: string, number: number, bytes: Uint8Array) =>
  bucket.putPart({
    key: "k",
    uploadId,
    number,
    size: bytes.length,
    body: ByteSource.fromBytes(bytes.subarray(0, 70_000), bytes.subarray(70_000)),
    digests: ["crc64"]
  })

export const named = (parts: ReadonlyArray<BlobPart>) => parts.map(({ etag, number }) => ({ number, etag }))

export const contentOf = (bucket: Bucket, key: string) =>
  Effect.flatMap(bucket.get(key), ({ read }) => Effect.map(readAll(read()), (bytes) => Buffer.from(bytes)))

/** Stores parts of these sizes, completes them, and says what came of it. */
export const stored = (bucket: Bucket, sizes: ReadonlyArray<number>) =>
  Effect.gen(function*() {
    const pieces = sizes.map((size, index) => pattern(size, index + 1))
    const { uploadId } = yield* bucket.begin({ key: "k" })
    const parts: Array<BlobPart> = []
    for (const [index, bytes] of pieces.entries()) parts.push(yield* send(bucket, uploadId, 2 * index + 1, bytes))
    assert.deepStrictEqual(parts.map(({ etag }) => etag), pieces.map(md5))
    const listed = yield* bucket.listParts("k", uploadId)
    const about = ({ digests, etag, number, size }: BlobPart) => ({ digests, etag, number, size })
    assert.deepStrictEqual(listed.map(about), parts.map(about))
    return { uploadId, parts, whole: Buffer.concat(pieces) }
  })

export const complete = (bucket: Bucket, uploadId: string, parts: ReadonlyArray<BlobPart>) =>
  bucket.complete({ key: "k", uploadId, parts: named(parts) })

export const failing = (match: Fault["match"], status: number, code: string, times: number): Fault => ({
  match: { target: "s3", ...match },
  times,
  action: { _tag: "status", status, body: `<Error><Code>${code}</Code><Message>no</Message></Error>` }
})

/** Set up before the first test of the suite that calls this, taken down after its last. */
export const setGatheringStage = () => {
  let running: RunningEmulator | undefined
  let directory = ""

  beforeAll(async () => {
    running = await startEmulator({ spaces: [{ spaceId: "s3-files", platform: "s3" }] })
    directory = await fs.mkdtemp(path.join(os.tmpdir(), "gathering-"))
  })

  afterAll(async () => {
    await running?.close()
    await fs.rm(directory, { recursive: true, force: true })
  })

  let buckets = 0

  /** The server with a bucket of the test's own, and what it says when it is asked directly. */
  const server = () => {
    if (running === undefined) throw new Error("the server is not up")
    const { faults, remainingFaults, s3 } = running
    const client = clientOf(s3.endpoint, s3, { requestChecksumCalculation: "WHEN_REQUIRED" })
    const Bucket = `test-${buckets}`
    const objects = async () => (await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []
    const uploads = async () =>
      ((await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []).map(({ Key, UploadId }) => ({
        Bucket,
        Key,
        UploadId
      }))
    return { Bucket, client, faults, remainingFaults, s3, objects, uploads }
  }

  beforeEach(async () => {
    buckets++
    const { Bucket, client } = server()
    await client.send(new CreateBucketCommand({ Bucket }))
  })

  let stores = 0

  /** A store of its own over the server; each run of `open` is a process that begins anew. */
  const makeStore = () => {
    const { Bucket, s3 } = server()
    const own = path.join(directory, String(++stores))
    const open = Effect.flatMap(
      BlobStoreS3.make({ server: s3, bucket: Bucket, directory: own }),
      (store) => store.makeBucket("b")
    )
    const prefix = async () => `effect-drive/${await fs.readFile(path.join(own, "store-id"), "utf8")}/`
    return { open, prefix }
  }

  /** The one object that is left on the server of all that was done there. */
  const onlyObject = Effect.promise(async () => {
    const { Bucket, client, objects, uploads } = server()
    const [only, ...others] = await objects()
    assert.deepStrictEqual([others, await uploads()], [[], []])
    const { Body, ETag } = await client.send(new GetObjectCommand({ Bucket, Key: only?.Key }))
    return { key: only?.Key, etag: ETag, bytes: Buffer.from(await Body?.transformToByteArray() ?? []) }
  })

  const nothingLeft = Effect.promise(async () => {
    const { objects, uploads } = server()
    assert.deepStrictEqual([await objects(), await uploads()], [[], []])
  })

  return { server, makeStore, onlyObject, nothingLeft }
}
