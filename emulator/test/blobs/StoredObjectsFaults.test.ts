import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { crc32 } from "node:zlib"
import type { FaultAction } from "../../../src/testing/FaultScript.js"
import type { ObjectBuckets } from "../../src/blobs/BlobStore.js"
import * as ByteSource from "../../src/blobs/ByteSource.js"
import * as StoredObjectsS3 from "../../src/blobs/StoredObjectsS3.js"
import { type RunningEmulator, startEmulator } from "../../src/index.js"
import * as StoredObjectsOss from "../../src/oss/StoredObjectsOss.js"
import { pattern, readAll, text } from "./blobStoreContract.js"

let running: RunningEmulator | undefined

beforeAll(async () => {
  running = await startEmulator({
    spaces: [{ spaceId: "oss-files", platform: "oss" }, { spaceId: "s3-files", platform: "s3" }]
  })
})

afterAll(() => running?.close())

/** A bucket that clients use directly, and what happens to the requests to it. */
const over = (platform: "oss" | "s3") => {
  if (running === undefined) throw new Error("the server is not up")
  const { faults, oss, remainingFaults, s3 } = running
  const buckets: ObjectBuckets = platform === "oss"
    ? StoredObjectsOss.make(oss)
    : StoredObjectsS3.make(s3)
  const fail = (method: string, action: FaultAction, times: number) =>
    faults.add([{ match: { target: platform, method }, times, action }])
  return { buckets, fail, remainingFaults }
}

const passing: ReadonlyArray<FaultAction> = [{ _tag: "reset" }, { _tag: "dropReply" }, { _tag: "status", status: 503 }]

for (const platform of ["oss", "s3"] as const) {
  describe(`objects in a bucket of ${platform} that clients use directly`, () => {
    it.live("are asked about again when the answer was lost or the server was in trouble", () =>
      Effect.gen(function*() {
        const { buckets, fail, remainingFaults } = over(platform)
        const objects = yield* buckets.makeBucket(`asked-on-${platform}`)
        yield* objects.put({ key: "k", body: text("content") })
        for (const action of passing) {
          fail("HEAD", action, 2)
          assert.strictEqual((yield* objects.head("k")).size, 7)
          fail("DELETE", action, 2)
          yield* objects.remove("gone")
          fail("GET", action, 2)
          const { read } = yield* objects.get("k")
          assert.strictEqual((yield* readAll(read({ start: 1, end: 3 }))).length, 3)
        }
        fail("HEAD", { _tag: "status", status: 500 }, 3)
        assert.strictEqual((yield* Effect.flip(objects.head("k")))._tag, "BlobBroken")
        yield* objects.remove("k")
        assert.deepStrictEqual(remainingFaults(), [])
      }))

    it.live("are not digested by an answer that broke off", () =>
      Effect.gen(function*() {
        const { buckets, fail, remainingFaults } = over(platform)
        const objects = yield* buckets.makeBucket(`digested-on-${platform}`)
        const bytes = pattern(600_000)
        yield* objects.put({ key: "k", body: ByteSource.fromBytes(bytes) })
        for (const action of [{ _tag: "truncate", afterBytes: 500_000 }, { _tag: "status", status: 200 }] as const) {
          fail("GET", action, 1)
          assert.strictEqual((yield* Effect.flip(objects.digest("k", "crc32")))._tag, "BlobBroken")
        }
        assert.strictEqual(yield* objects.digest("k", "crc32"), crc32(bytes).toString(16).padStart(8, "0"))
        yield* objects.remove("k")
        assert.deepStrictEqual(remainingFaults(), [])
      }))

    it.live("are not there when storing them failed, although only the answer was lost", () =>
      Effect.gen(function*() {
        const { buckets, fail, remainingFaults } = over(platform)
        const objects = yield* buckets.makeBucket(`stored-on-${platform}`)
        fail("PUT", { _tag: "dropReply" }, platform === "oss" ? 1 : 3)
        const put = objects.put({ key: "k", body: ByteSource.fromBytes(pattern(1000)) })
        assert.strictEqual((yield* Effect.flip(put))._tag, "BlobBroken")
        assert.strictEqual((yield* Effect.flip(objects.head("k")))._tag, "BlobNotFound")
        assert.deepStrictEqual(remainingFaults(), [])
      }))

    it.live("may be in a bucket that was made by a call whose answer was lost", () =>
      Effect.gen(function*() {
        const { buckets, fail, remainingFaults } = over(platform)
        fail("PUT", { _tag: "dropReply" }, platform === "oss" ? 1 : 3)
        const objects = yield* buckets.makeBucket(`made-on-${platform}`)
        assert.strictEqual((yield* Effect.flip(objects.head("k")))._tag, "BlobNotFound")
        assert.deepStrictEqual(remainingFaults(), [])
      }))
  })
}
