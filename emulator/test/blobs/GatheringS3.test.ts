/** Uploads in parts whose bytes lie on an S3 server: what that server is told, and what it lists. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { Fault } from "../../../src/testing/FaultScript.js"
import { multipartEtag } from "../../src/blobs/BucketUploads.js"
import * as ByteSource from "../../src/blobs/ByteSource.js"
import { md5, pattern } from "./blobStoreContract.js"
import { complete, contentOf, failing, large, named, send, setGatheringStage, stored } from "./gatheringStage.js"

const { makeStore, nothingLeft, onlyObject, server } = setGatheringStage()

const mebibyte = 1024 * 1024

/** Uploads, and the request at which they are aborted: the last before the joined object is there. */
const abortedJoins: ReadonlyArray<readonly [sizes: ReadonlyArray<number>, match: Fault["match"]]> = [
  [[100, 200], { method: "PUT" }],
  [[large, large], { method: "HEAD" }]
]
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
