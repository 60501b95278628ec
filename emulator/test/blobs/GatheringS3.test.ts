/**
 * Uploads in parts whose bytes lie on an S3 server: what that server is told, what it lists, and what is there after the
 * process has ended in the middle.
 */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import type { Fault } from "../../../src/testing/FaultScript.js"
import type { BlobPart } from "../../src/blobs/Blob.js"
import type { Bucket } from "../../src/blobs/BlobStore.js"
import * as BlobStoreS3 from "../../src/blobs/BlobStoreS3.js"
import { multipartEtag } from "../../src/blobs/BucketUploads.js"
import * as ByteSource from "../../src/blobs/ByteSource.js"
import { type RunningEmulator, startEmulator } from "../../src/index.js"
import { clientOf } from "../s3/endpoint.js"
import { md5, pattern, readAll } from "./blobStoreContract.js"

const mebibyte = 1024 * 1024
const large = 5 * mebibyte

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

const send = (bucket: Bucket, uploadId: string, number: number, bytes: Uint8Array) =>
  bucket.putPart({
    key: "k",
    uploadId,
    number,
    size: bytes.length,
    body: ByteSource.fromBytes(bytes.subarray(0, 70_000), bytes.subarray(70_000)),
    digests: ["crc64"]
  })

const named = (parts: ReadonlyArray<BlobPart>) => parts.map(({ etag, number }) => ({ number, etag }))

const contentOf = (bucket: Bucket, key: string) =>
  Effect.flatMap(bucket.get(key), ({ read }) => Effect.map(readAll(read()), (bytes) => Buffer.from(bytes)))

/** Stores parts of these sizes, completes them, and says what came of it. */
const stored = (bucket: Bucket, sizes: ReadonlyArray<number>) =>
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

const complete = (bucket: Bucket, uploadId: string, parts: ReadonlyArray<BlobPart>) =>
  bucket.complete({ key: "k", uploadId, parts: named(parts) })

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

/** Uploads, and where their complete fails: before or after the server has done its part. */
const brokenCompletes: ReadonlyArray<readonly [sizes: ReadonlyArray<number>, method: "HEAD" | "PUT"]> = [
  [[large, large, 100], "HEAD"],
  [[100, 200], "PUT"],
  [[large, 100, large], "HEAD"],
  [[large, 100, large], "PUT"]
]

/** Uploads, and the request at which they are aborted: the last before the joined object is there. */
const abortedJoins: ReadonlyArray<readonly [sizes: ReadonlyArray<number>, match: Fault["match"]]> = [
  [[100, 200], { method: "PUT" }],
  [[large, large], { method: "HEAD" }]
]

const failing = (match: Fault["match"], status: number, code: string, times: number): Fault => ({
  match: { target: "s3", ...match },
  times,
  action: { _tag: "status", status, body: `<Error><Code>${code}</Code><Message>no</Message></Error>` }
})

describe("uploads in parts over an S3 server", () => {
  it.scopedLive("are that server's own, with its list and its ETags", () =>
    Effect.gen(function*() {
      const bucket = yield* makeStore().open
      const { client, uploads } = server()
      const { parts, uploadId, whole } = yield* stored(bucket, [large, large + 1, 1000])
      yield* Effect.promise(async () => {
        const [upload, ...others] = await uploads()
        assert.deepStrictEqual(others, [])
        const { Parts = [] } = await client.send(new ListPartsCommand(upload ?? assert.fail("no upload")))
        assert.deepStrictEqual(
          Parts.map(({ ETag, PartNumber, Size }) => ({ number: PartNumber, etag: ETag, size: Size })),
          parts.slice(0, 2).map(({ etag, number, size }) => ({ number, etag: `"${etag}"`, size }))
        )
      })
      const blob = yield* complete(bucket, uploadId, parts)
      const { bytes, etag } = yield* onlyObject
      assert.isTrue(bytes.equals(whole))
      assert.strictEqual(etag, `"${blob.etag}"`)
      assert.strictEqual(blob.etag, multipartEtag(parts))
      assert.isTrue((yield* contentOf(bucket, "k")).equals(whole))
      yield* bucket.remove("k")
      yield* nothingLeft
    }))

  for (
    const [what, sizes] of [
      ["small ones are joined to parts that it takes", [200_000, 100, 4_000_000, 3_000_000, 200_000]],
      ["one that is small and alone", [100]],
      ["a small one among large ones", [large, 1000, large, 0, large + 3]],
      ["small ones before and behind a large one", [1000, large, 1000, 1000]],
      ["empty ones beside a large one", [large, 0]]
    ] as const
  ) {
    it.scopedLive(`become one object there: ${what}`, () =>
      Effect.gen(function*() {
        const bucket = yield* makeStore().open
        const { parts, uploadId, whole } = yield* stored(bucket, sizes)
        const blob = yield* complete(bucket, uploadId, parts)
        assert.deepStrictEqual([blob.size, blob.etag], [whole.length, multipartEtag(parts)])
        assert.isTrue((yield* onlyObject).bytes.equals(whole))
        assert.isTrue((yield* contentOf(bucket, "k")).equals(whole))
        yield* bucket.remove("k")
        yield* nothingLeft
      }))
  }

  it.scopedLive("of no bytes at all leave nothing there", () =>
    Effect.gen(function*() {
      const bucket = yield* makeStore().open
      const { parts, uploadId } = yield* stored(bucket, [0])
      assert.strictEqual((yield* complete(bucket, uploadId, parts)).size, 0)
      yield* nothingLeft
    }))

  it.scopedLive("list in windows", () =>
    Effect.gen(function*() {
      const bucket = yield* makeStore().open
      const { uploadId } = yield* stored(bucket, [large, 100, large, 100])
      const numbers = (window: { after: number; limit: number }) =>
        Effect.map(bucket.listParts("k", uploadId, window), (parts) => parts.map(({ number }) => number))
      assert.deepStrictEqual(yield* numbers({ after: 0, limit: 2 }), [1, 3])
      assert.deepStrictEqual(yield* numbers({ after: 1, limit: 2 }), [3, 5])
      assert.deepStrictEqual(yield* numbers({ after: 5, limit: 2 }), [7])
      yield* bucket.abort("k", uploadId)
      yield* nothingLeft
    }))

  it.scopedLive("keep the part that was there when its successor is refused or breaks off", () =>
    Effect.gen(function*() {
      const bucket = yield* makeStore().open
      const { parts, uploadId, whole } = yield* stored(bucket, [large])
      const other = pattern(large, 9)
      const refused = bucket.putPart({
        key: "k",
        uploadId,
        number: 1,
        size: large,
        body: ByteSource.fromBytes(other.subarray(0, mebibyte), other.subarray(mebibyte)),
        check: () => Effect.fail("refused" as const)
      })
      assert.strictEqual(yield* Effect.flip(refused), "refused")
      assert.deepStrictEqual(named(yield* bucket.listParts("k", uploadId)), named(parts))
      yield* complete(bucket, uploadId, parts)
      assert.isTrue((yield* onlyObject).bytes.equals(whole))
      yield* bucket.remove("k")
    }))

  it.scopedLive("are not stored where the server says that it has other bytes, or does not take them all", () =>
    Effect.gen(function*() {
      const bucket = yield* makeStore().open
      const { faults, objects, remainingFaults } = server()
      const { uploadId } = yield* bucket.begin({ key: "k" })
      for (const size of [large, 1000]) {
        const headers = { etag: `"${md5(pattern(size, 2))}"` }
        faults.add([{ match: { target: "s3", method: "PUT" }, action: { _tag: "status", status: 200, headers } }])
        assert.strictEqual((yield* Effect.flip(send(bucket, uploadId, 1, pattern(size))))._tag, "BlobBroken")
        assert.deepStrictEqual(yield* bucket.parts("k", uploadId), [])
      }
      assert.deepStrictEqual([yield* Effect.promise(objects), remainingFaults()], [[], []])
    }))

  it.scopedLive("list and join a part that came while nobody could write it down", () =>
    Effect.gen(function*() {
      const bucket = yield* makeStore().open
      const { client, uploads } = server()
      const { parts, uploadId } = yield* stored(bucket, [large])
      const [first, second] = [pattern(large, 20), pattern(large, 21)]
      yield* Effect.promise(async () => {
        const [upload] = await uploads()
        if (upload === undefined) throw new Error("no upload")
        for (const [PartNumber, Body] of [[1, first], [4, second]] as const) {
          await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }))
        }
      })
      const listed = yield* bucket.listParts("k", uploadId)
      assert.deepStrictEqual(named(listed), [{ number: 1, etag: md5(first) }, { number: 4, etag: md5(second) }])
      assert.deepStrictEqual(
        yield* Effect.map(Effect.flip(complete(bucket, uploadId, parts)), ({ _tag }) => _tag),
        "BlobPartMissing"
      )
      // From here on the records have to know them: joined, the server lists them no more.
      server().faults.add([failing({ method: "HEAD" }, 500, "InternalError", 3)])
      assert.strictEqual((yield* Effect.flip(complete(bucket, uploadId, listed)))._tag, "BlobBroken")
      assert.deepStrictEqual(named(yield* bucket.listParts("k", uploadId)), named(listed))
      yield* complete(bucket, uploadId, listed)
      assert.isTrue((yield* onlyObject).bytes.equals(Buffer.concat([first, second])))
      yield* bucket.remove("k")
    }))

  it.scopedLive("go on where a complete failed", () =>
    Effect.gen(function*() {
      const bucket = yield* makeStore().open
      const { faults, remainingFaults } = server()
      for (const [sizes, method] of brokenCompletes) {
        const { parts, uploadId, whole } = yield* stored(bucket, sizes)
        faults.add([failing({ method }, 500, "InternalError", 3)])
        const failed = yield* Effect.flip(complete(bucket, uploadId, parts))
        assert.strictEqual(failed._tag, "BlobBroken")
        assert.deepStrictEqual(named(yield* bucket.listParts("k", uploadId)), named(parts))
        if (sizes.includes(large)) {
          const other = yield* Effect.flip(complete(bucket, uploadId, parts.slice(1)))
          assert.strictEqual(other._tag, "BlobNotFound")
        }
        yield* complete(bucket, uploadId, parts)
        assert.isTrue((yield* onlyObject).bytes.equals(whole))
        yield* bucket.remove("k")
        assert.deepStrictEqual(remainingFaults(), [])
      }
      yield* nothingLeft
    }))

  it.live("are completed after the process ended in the middle of it, and known again before", () =>
    Effect.gen(function*() {
      const { faults, remainingFaults } = server()
      for (const [sizes, method] of brokenCompletes) {
        const { open } = makeStore()
        const first = yield* Scope.make()
        const before = yield* Scope.extend(open, first)
        const { parts, uploadId, whole } = yield* stored(before, sizes)
        faults.add([failing({ method }, 500, "InternalError", 3)])
        assert.strictEqual((yield* Effect.flip(complete(before, uploadId, parts)))._tag, "BlobBroken")
        yield* Scope.close(first, Exit.void)
        yield* Effect.scoped(Effect.gen(function*() {
          const after = yield* open
          assert.isTrue((yield* contentOf(after, "k")).equals(whole))
          assert.strictEqual((yield* after.head("k")).etag, multipartEtag(parts))
          assert.strictEqual((yield* Effect.flip(after.upload("k", uploadId)))._tag, "BlobNotFound")
          yield* onlyObject
          yield* after.remove("k")
        }))
        assert.deepStrictEqual(remainingFaults(), [])
      }
      yield* nothingLeft
    }))

  it.live("have the ETag that their complete gave them, also when a restart carries it on", () =>
    Effect.gen(function*() {
      const { faults, remainingFaults } = server()
      const { open } = makeStore()
      const whole = yield* Effect.scoped(Effect.gen(function*() {
        const bucket = yield* open
        const { parts, uploadId, whole } = yield* stored(bucket, [large, large, 100])
        faults.add([failing({ method: "HEAD" }, 500, "InternalError", 3)])
        const completing = bucket.complete({ key: "k", uploadId, parts: named(parts), etag: "own-3" })
        assert.strictEqual((yield* Effect.flip(completing))._tag, "BlobBroken")
        return whole
      }))
      assert.deepStrictEqual(remainingFaults(), [])
      yield* Effect.scoped(Effect.gen(function*() {
        const bucket = yield* open
        assert.strictEqual((yield* bucket.head("k")).etag, "own-3")
        assert.isTrue((yield* contentOf(bucket, "k")).equals(whole))
        yield* bucket.remove("k")
      }))
      yield* nothingLeft
    }))

  it.live("that cannot be completed after a restart keep no store from opening", () =>
    Effect.gen(function*() {
      const { Bucket, client, faults, objects, remainingFaults } = server()
      const { open, prefix } = makeStore()
      const { parts, uploadId } = yield* Effect.scoped(Effect.gen(function*() {
        const bucket = yield* open
        const begun = yield* stored(bucket, [100, 200])
        faults.add([failing({ method: "PUT" }, 500, "InternalError", 3)])
        assert.strictEqual((yield* Effect.flip(complete(bucket, begun.uploadId, begun.parts)))._tag, "BlobBroken")
        yield* bucket.put({ key: "other", body: ByteSource.fromBytes(pattern(10)) })
        return begun
      }))
      const lost = `${yield* Effect.promise(prefix)}${parts[0]?.segment.id}`
      yield* Effect.promise(() => client.send(new DeleteObjectCommand({ Bucket, Key: lost })))
      yield* Effect.scoped(Effect.gen(function*() {
        const bucket = yield* open
        assert.strictEqual((yield* contentOf(bucket, "other")).length, 10)
        assert.strictEqual((yield* Effect.flip(complete(bucket, uploadId, parts)))._tag, "BlobBroken")
        yield* bucket.abort("k", uploadId)
        yield* bucket.remove("other")
      }))
      assert.deepStrictEqual([yield* Effect.promise(objects), remainingFaults()], [[], []])
    }))

  it.scopedLive("leave nothing there when they are aborted while they are joined", () =>
    Effect.gen(function*() {
      const bucket = yield* makeStore().open
      const { faults, remainingFaults } = server()
      for (const [sizes, match] of abortedJoins) {
        const { parts, uploadId } = yield* stored(bucket, sizes)
        faults.add([{ match: { target: "s3", ...match }, action: { _tag: "delay", millis: 1500 } }])
        const completing = yield* Effect.fork(Effect.flip(complete(bucket, uploadId, parts)))
        yield* Effect.promise(async () => {
          while (remainingFaults().length > 0) await new Promise((resolve) => setImmediate(resolve))
        })
        yield* bucket.abort("k", uploadId)
        assert.strictEqual((yield* Fiber.join(completing))._tag, "BlobNotFound")
        yield* nothingLeft
      }
    }))

  it.live("wait joined for another complete when the name was taken meanwhile", () =>
    Effect.gen(function*() {
      const { faults, remainingFaults } = server()
      const { open } = makeStore()
      const { parts, uploadId, whole } = yield* Effect.scoped(Effect.gen(function*() {
        const bucket = yield* open
        const begun = yield* stored(bucket, [large, large])
        faults.add([failing({ method: "HEAD" }, 500, "InternalError", 3)])
        const failed = yield* Effect.flip(bucket.complete({
          key: "k",
          uploadId: begun.uploadId,
          parts: named(begun.parts),
          condition: { absent: true }
        }))
        assert.strictEqual(failed._tag, "BlobBroken")
        yield* bucket.put({ key: "k", body: ByteSource.fromBytes(pattern(10)) })
        return begun
      }))
      yield* Effect.scoped(Effect.gen(function*() {
        const bucket = yield* open
        assert.strictEqual((yield* bucket.head("k")).size, 10)
        assert.deepStrictEqual(named(yield* bucket.listParts("k", uploadId)), named(parts))
        yield* complete(bucket, uploadId, parts)
        assert.isTrue((yield* contentOf(bucket, "k")).equals(whole))
        yield* bucket.remove("k")
      }))
      assert.deepStrictEqual(remainingFaults(), [])
      yield* nothingLeft
    }))

  it.live("stay open over a restart, which sweeps those that nobody knows", () =>
    Effect.gen(function*() {
      const { Bucket, client, uploads } = server()
      const { open, prefix } = makeStore()
      const { parts, uploadId, whole } = yield* Effect.scoped(
        Effect.flatMap(open, (bucket) => stored(bucket, [large, 100]))
      )
      yield* Effect.promise(async () => {
        await client.send(new CreateMultipartUploadCommand({ Bucket, Key: `${await prefix()}left behind` }))
        await client.send(new CreateMultipartUploadCommand({ Bucket, Key: "somebody else's" }))
      })
      yield* Effect.scoped(Effect.gen(function*() {
        const bucket = yield* open
        const left = yield* Effect.promise(uploads)
        assert.deepStrictEqual(left.filter(({ Key }) => Key?.startsWith("effect-drive/") === false).length, 1)
        assert.strictEqual(left.length, 2)
        assert.deepStrictEqual(named(yield* bucket.listParts("k", uploadId)), named(parts))
        yield* complete(bucket, uploadId, parts)
        assert.isTrue((yield* contentOf(bucket, "k")).equals(whole))
        yield* bucket.remove("k")
      }))
    }))

  it.scopedLive("are gone when the server says so, and when it will not take its parts any more", () =>
    Effect.gen(function*() {
      const bucket = yield* makeStore().open
      const { client, faults, remainingFaults, uploads } = server()
      const tag = <A>(effect: Effect.Effect<A, { readonly _tag: string }>) =>
        Effect.map(Effect.flip(effect), ({ _tag }) => _tag)
      const { parts, uploadId } = yield* stored(bucket, [large, large])
      faults.add([failing({ method: "POST", query: { uploadId: undefined } }, 400, "EntityTooSmall", 1)])
      assert.strictEqual(yield* tag(complete(bucket, uploadId, parts)), "BlobNotFound")
      yield* bucket.abort("k", uploadId)
      const next = yield* stored(bucket, [large])
      yield* Effect.promise(async () => {
        const upload = (await uploads()).find(({ Key }) => Key?.startsWith("effect-drive/"))
        if (upload === undefined) throw new Error("no upload")
        const { Parts = [] } = await client.send(new ListPartsCommand(upload))
        await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
        assert.strictEqual((await client.send(new HeadObjectCommand(upload))).ContentLength, large)
      })
      assert.strictEqual(yield* tag(bucket.listParts("k", next.uploadId)), "BlobNotFound")
      assert.strictEqual(yield* tag(send(bucket, next.uploadId, 2, pattern(large))), "BlobNotFound")
      yield* bucket.abort("k", next.uploadId)
      assert.deepStrictEqual(remainingFaults(), [])
    }))

  it.scopedLive("are gone when the server closed the connection instead of saying so", () =>
    Effect.gen(function*() {
      const bucket = yield* makeStore().open
      const { client, faults, remainingFaults, uploads } = server()
      const { uploadId } = yield* bucket.begin({ key: "k" })
      const sent = (number: number) => {
        faults.add([{ match: { target: "s3", method: "PUT" }, action: { _tag: "reset", afterBytes: 0 } }])
        return Effect.map(Effect.flip(send(bucket, uploadId, number, pattern(large))), ({ _tag }) => _tag)
      }
      assert.strictEqual(yield* sent(1), "BlobBroken")
      yield* Effect.promise(async () => {
        for (const upload of await uploads()) await client.send(new AbortMultipartUploadCommand(upload))
      })
      assert.strictEqual(yield* sent(2), "BlobNotFound")
      yield* bucket.abort("k", uploadId)
      assert.deepStrictEqual(remainingFaults(), [])
      yield* nothingLeft
    }))
})
