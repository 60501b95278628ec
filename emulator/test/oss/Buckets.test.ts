/**
 * Buckets: their list over pages, and the storage class that they give their objects.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bucket, withEndpoint } from "./asking.js"
import { layer } from "./endpoint.js"
import { sendSigned } from "./signedRequest.js"

const configuration = (storageClass: string) =>
  `<CreateBucketConfiguration><StorageClass>${storageClass}</StorageClass></CreateBucketConfiguration>`

describe("buckets of OSS", () => {
  it.effect("are listed by prefix, over pages, and only those that the sender may use", () =>
    Effect.gen(function*() {
      const { endpoint, key, keys, store } = yield* withEndpoint
      for (const name of ["b-1", "b-3", "b-2", "a-1"]) yield* store.makeBucket(name)
      const listed = (by: typeof key, ...query: ReadonlyArray<readonly [string, string]>) =>
        Effect.map(sendSigned(endpoint, by, { method: "GET", bucket: "", query }), (one) => ({
          ...one,
          names: [...one.text.matchAll(/<Name>([^<]*)</g)].map(([, name]) => name ?? "")
        }))
      const all = yield* listed(key)
      assert.deepEqual(all.names, ["a-1", "b-1", "b-2", "b-3", bucket])
      assert.isUndefined(all.field("IsTruncated"))
      assert.deepEqual((yield* listed(key, ["prefix", "b-"])).names, ["b-1", "b-2", "b-3"])
      const page = yield* listed(key, ["prefix", "b-"], ["max-keys", "2"])
      assert.deepEqual(page.names, ["b-1", "b-2"])
      assert.deepEqual(["Prefix", "Marker", "MaxKeys", "IsTruncated", "NextMarker"].map(page.field), [
        "b-",
        "",
        "2",
        "true",
        "b-2"
      ])
      const rest = yield* listed(key, ["prefix", "b-"], ["max-keys", "2"], ["marker", "b-2"])
      assert.deepEqual([rest.names, rest.field("IsTruncated")], [["b-3"], undefined])
      assert.deepEqual((yield* listed(key, ["marker", "b-1x"])).names, ["b-2", "b-3", bucket])
      for (const limit of ["0", "1001", "many"]) {
        assert.strictEqual((yield* listed(key, ["max-keys", limit])).code, "InvalidArgument", limit)
      }
      assert.strictEqual((yield* listed(key, ["tagging", "\"a\":\"b\""])).code, "NotImplemented")
      const narrow = yield* keys.issue({ buckets: ["b-3"] })
      assert.deepEqual((yield* listed(narrow, ["max-keys", "1"])).names, ["b-3"])
    }).pipe(Effect.provide(layer)))

  it.effect("give their storage class to what is stored without one, copies and uploads in parts among it", () =>
    Effect.gen(function*() {
      const { ask } = yield* withEndpoint
      const cold = "cold-bucket"
      const make = (body: string) => ask({ method: "PUT", bucket: cold, body })
      assert.strictEqual((yield* make(configuration("Glacier"))).code, "InvalidArgument")
      assert.strictEqual((yield* make("<Other/>")).code, "MalformedXML")
      assert.strictEqual((yield* make(configuration("Archive"))).status, 200)
      assert.strictEqual((yield* ask({ method: "GET", query: [["bucketInfo", ""]] })).field("StorageClass"), "Standard")
      const info = yield* ask({ method: "GET", bucket: cold, query: [["bucketInfo", ""]] })
      assert.strictEqual(info.field("StorageClass"), "Archive")
      assert.match((yield* ask({ method: "GET", bucket: "" })).text, /cold-bucket<\/Name><StorageClass>Archive</)
      const classOf = (key: string) =>
        Effect.map(ask({ method: "HEAD", bucket: cold, key }), ({ headers }) => headers.get("x-oss-storage-class"))
      const here = { "x-oss-storage-class": "Standard" }
      yield* ask({ method: "PUT", bucket: cold, key: "put", body: "x" })
      yield* ask({ method: "PUT", bucket: cold, key: "own", body: "x", headers: here })
      yield* ask({ method: "PUT", bucket: cold, key: "copy", headers: { "x-oss-copy-source": `/${cold}/own` } })
      const begun = yield* ask({ method: "POST", bucket: cold, key: "parts", query: [["uploads", ""]] })
      const uploadId = begun.field("UploadId") ?? ""
      yield* ask({
        method: "PUT",
        bucket: cold,
        key: "parts",
        query: [["partNumber", "1"], ["uploadId", uploadId]],
        body: "x"
      })
      const all = { "x-oss-complete-all": "yes" }
      yield* ask({
        method: "POST",
        bucket: cold,
        key: "parts",
        query: [["uploadId", uploadId]],
        headers: all,
        body: ""
      })
      assert.deepEqual(yield* Effect.forEach(["put", "own", "copy", "parts"], classOf), [
        "Archive",
        "Standard",
        "Archive",
        "Archive"
      ])
      assert.strictEqual((yield* ask({ method: "GET", bucket: cold, key: "put" })).code, "InvalidObjectState")
      assert.strictEqual((yield* ask({ method: "GET", bucket: cold, key: "own" })).text, "x")
    }).pipe(Effect.provide(layer)))

  it.effect("are private, and nothing else that a request may ask for", () =>
    Effect.gen(function*() {
      const { ask } = yield* withEndpoint
      const make = (acl: string) => ask({ method: "PUT", bucket: "open-bucket", headers: { "x-oss-acl": acl } })
      assert.deepInclude(yield* make("public-read"), { status: 501, code: "NotImplemented" })
      assert.strictEqual((yield* ask({ method: "GET", bucket: "open-bucket" })).code, "NoSuchBucket")
      assert.strictEqual((yield* make("private")).status, 200)
    }).pipe(Effect.provide(layer)))
})
