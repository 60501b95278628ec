import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { createHash } from "node:crypto"
import { createServer, type Server } from "node:http"
import * as StoredObjectsS3 from "../../src/blobs/StoredObjectsS3.js"
import { layer, region, start } from "../s3/endpoint.js"
import { text } from "./blobStoreContract.js"

/** A server that takes requests and never answers. */
const silent = Effect.acquireRelease(
  Effect.async<{ readonly server: Server; readonly endpoint: string; readonly asked: () => number }>((resume) => {
    let requests = 0
    const server = createServer(() => void requests++)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" ? address?.port : undefined
      resume(Effect.succeed({ server, endpoint: `http://127.0.0.1:${port}`, asked: () => requests }))
    })
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    })
)

describe("StoredObjectsS3", () => {
  it.scopedLive("makes the bucket, and asks about, digests, copies and removes objects", () =>
    Effect.gen(function*() {
      const server = yield* start({ bucket: "unused" })
      const key = yield* server.keys.issue({ buckets: "all" })
      const buckets = StoredObjectsS3.make({ ...key, endpoint: server.origin, region })
      const objects = yield* buckets.makeBucket("drive")
      yield* buckets.makeBucket("drive")
      const bucket = yield* server.store.bucket("drive")
      assert.include(yield* bucket.setting("cors"), "ETag")
      yield* bucket.put({
        key: "a b/ü#1",
        body: text("content"),
        metadata: { headers: { "content-type": "text/x" }, user: { mark: "m" } }
      })
      const blob = yield* objects.head("a b/ü#1")
      assert.deepStrictEqual(
        [blob.size, blob.etag, blob.metadata],
        [7, createHash("md5").update("content").digest("hex"), {
          headers: { "content-type": "text/x" },
          user: { mark: "m" }
        }]
      )
      const sha1 = createHash("sha1").update("content").digest("hex")
      assert.strictEqual(yield* objects.digest("a b/ü#1", "sha1"), sha1)
      assert.strictEqual((yield* objects.copy({ from: blob, key: "copy" })).size, 7)
      yield* objects.remove("a b/ü#1")
      const gone = yield* Effect.either(objects.head("a b/ü#1"))
      assert.strictEqual(Either.isLeft(gone) && gone.left._tag, "BlobNotFound")
      assert.strictEqual((yield* bucket.head("copy")).size, 7)
    }).pipe(Effect.provide(layer)))

  it.effect("says that the server cannot be reached", () =>
    Effect.gen(function*() {
      const buckets = StoredObjectsS3.make({
        endpoint: "http://127.0.0.1:1",
        region,
        accessKeyId: "a",
        secretAccessKey: "s"
      })
      const failed = yield* Effect.either(Effect.flatMap(buckets.bucket("b"), (objects) => objects.head("k")))
      assert.strictEqual(Either.isLeft(failed) && failed.left._tag, "BlobBroken")
    }))

  it.live("gives up on a server that says nothing", () =>
    Effect.scoped(Effect.gen(function*() {
      const { asked, endpoint } = yield* silent
      const buckets = StoredObjectsS3.make({ endpoint, region, accessKeyId: "a", secretAccessKey: "s", timeout: 100 })
      const failed = yield* Effect.flip(Effect.flatMap(buckets.bucket("b"), (objects) => objects.head("k")))
      assert.strictEqual(failed._tag, "BlobBroken")
      assert.strictEqual(asked(), 3)
    })))
})
