/** Uploads in parts over an S3 server: what is there after a complete failed, or the process ended in the middle of one. */
import { CreateMultipartUploadCommand, DeleteObjectCommand } from "@aws-sdk/client-s3"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { multipartEtag } from "../../src/blobs/BucketUploads.js"
import * as ByteSource from "../../src/blobs/ByteSource.js"
import { pattern } from "./blobStoreContract.js"
import { complete, contentOf, failing, large, named, setGatheringStage, stored } from "./gatheringStage.js"

const { makeStore, nothingLeft, onlyObject, server } = setGatheringStage()

/** Uploads, and where their complete fails: before or after the server has done its part. */
const brokenCompletes: ReadonlyArray<readonly [sizes: ReadonlyArray<number>, method: "HEAD" | "PUT"]> = [
  [[large, large, 100], "HEAD"],
  [[100, 200], "PUT"],
  [[large, 100, large], "HEAD"],
  [[large, 100, large], "PUT"]
]

describe("uploads in parts over an S3 server", () => {
  it.scopedLive("continue where a complete failed", () =>
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
})
