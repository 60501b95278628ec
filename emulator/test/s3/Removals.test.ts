import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { AccessKeys } from "../../src/AccessKeys.js"
import { BlobStore } from "../../src/blobs/BlobStore.js"
import * as S3App from "../../src/s3/S3App.js"
import { text } from "../blobs/blobStoreContract.js"
import { layer, region } from "./endpoint.js"
import { sendSigned } from "./signedRequest.js"

const prepared = Effect.gen(function*() {
  const store = yield* BlobStore
  const bucket = yield* store.makeBucket("b")
  const key = yield* Effect.flatMap(AccessKeys, (keys) => keys.issue({ buckets: "all" }))
  const app = yield* S3App.make({ region })
  const isThere = (name: string) => Effect.map(Effect.either(bucket.head(name)), ({ _tag }) => _tag === "Right")
  return { store, bucket, isThere, ask: (request: Parameters<typeof sendSigned>[2]) => sendSigned(app, key, request) }
})

describe("removals", () => {
  it.effect("of one object happen only if it is the one that was meant", () =>
    Effect.gen(function*() {
      const { ask, bucket, isThere } = yield* prepared
      const blob = yield* bucket.put({ key: "k", body: text("abc") })
      const remove = (headers: Record<string, string>) => ask({ method: "DELETE", path: "/b/k", headers })
      const wrong = [
        { "if-match": "\"other\"" },
        { "x-amz-if-match-size": "4" },
        { "x-amz-if-match-last-modified-time": "Thu, 01 Jan 2015 00:00:00 GMT" },
        { "if-match": `"${blob.etag}"`, "x-amz-if-match-size": "4" }
      ]
      for (const headers of wrong) {
        const answer = yield* remove(headers)
        assert.deepStrictEqual([answer.status, answer.code], [412, "PreconditionFailed"])
      }
      assert.isTrue(yield* isThere("k"))
      const right = {
        "if-match": `"${blob.etag}"`,
        "x-amz-if-match-size": "3",
        "x-amz-if-match-last-modified-time": new Date(blob.modified).toUTCString()
      }
      assert.strictEqual((yield* remove(right)).status, 204)
      assert.isFalse(yield* isThere("k"))
      assert.strictEqual((yield* remove({ "if-match": "\"other\"" })).status, 204)
    }).pipe(Effect.provide(layer)))

  it.effect("of many tell which were not done, and why", () =>
    Effect.gen(function*() {
      const { ask, bucket, isThere } = yield* prepared
      for (const key of ["kept", "version", "gone"]) yield* bucket.put({ key, body: text(key) })
      const answer = yield* ask({
        method: "POST",
        path: "/b",
        query: [["delete", ""]],
        body: "<Delete><Quiet>true</Quiet><Object><Key>kept</Key><ETag>other</ETag></Object>" +
          "<Object><Key>version</Key><VersionId>3</VersionId></Object><Object><Key>gone</Key><Size>4</Size></Object></Delete>"
      })
      assert.strictEqual(answer.status, 200)
      const errors = Array.from(
        answer.text.matchAll(/<Error><Key>(\w+)<\/Key><Code>(\w+)<\/Code>/g),
        ([, key, code]) => [key, code]
      )
      assert.deepStrictEqual(errors, [["kept", "PreconditionFailed"], ["version", "NotImplemented"]])
      assert.deepStrictEqual(
        [yield* isThere("kept"), yield* isThere("version"), yield* isThere("gone")],
        [true, true, false]
      )
    }).pipe(Effect.provide(layer)))

  it.effect("of a bucket take its open uploads along, unless it holds an object", () =>
    Effect.gen(function*() {
      const { ask, bucket, store } = yield* prepared
      const { uploadId } = yield* bucket.begin({ key: "open" })
      yield* bucket.putPart({ key: "open", uploadId, number: 1, body: text("part") })
      yield* bucket.put({ key: "k", body: text("x") })
      assert.strictEqual((yield* ask({ method: "DELETE", path: "/b" })).code, "BucketNotEmpty")
      assert.lengthOf(yield* bucket.parts("open", uploadId), 1)
      yield* bucket.remove("k")
      assert.strictEqual((yield* ask({ method: "DELETE", path: "/b" })).status, 204)
      assert.strictEqual(yield* store.usage, 0)
      assert.strictEqual((yield* ask({ method: "HEAD", path: "/b" })).status, 404)
      const late = yield* Effect.flip(bucket.putPart({ key: "open", uploadId, number: 2, body: text("late") }))
      assert.strictEqual(late._tag, "BlobNotFound")
    }).pipe(Effect.provide(layer)))
})

describe("a copy onto itself", () => {
  it.effect("has to change something", () =>
    Effect.gen(function*() {
      const { ask, bucket } = yield* prepared
      yield* bucket.put({ key: "k", body: text("x") })
      const copy = (headers: Record<string, string> = {}) =>
        ask({ method: "PUT", path: "/b/k", headers: { "x-amz-copy-source": "/b/k", ...headers } })
      const nothing = yield* copy()
      assert.deepStrictEqual([nothing.status, nothing.code], [400, "InvalidRequest"])
      const changed = yield* copy({ "x-amz-metadata-directive": "REPLACE", "x-amz-meta-a": "b" })
      assert.strictEqual(changed.status, 200)
      assert.deepStrictEqual((yield* bucket.head("k")).metadata.user, { a: "b" })
    }).pipe(Effect.provide(layer)))
})

describe("conditions of a PUT", () => {
  it.effect("are If-Match and If-None-Match, with * or one ETag", () =>
    Effect.gen(function*() {
      const { ask } = yield* prepared
      const put = (headers: Record<string, string>, body: string) =>
        Effect.map(ask({ method: "PUT", path: "/b/k", headers, body }), ({ code, status }) => code ?? status)
      assert.strictEqual(yield* put({ "if-match": "*" }, "a"), "NoSuchKey")
      assert.strictEqual(yield* put({ "if-match": "\"x\"" }, "a"), "NoSuchKey")
      assert.strictEqual(yield* put({ "if-none-match": "\"x\"" }, "a"), 200)
      assert.strictEqual(yield* put({ "if-none-match": "*" }, "b"), "PreconditionFailed")
      // The MD5 of "a".
      assert.strictEqual(yield* put({ "if-none-match": "0cc175b9c0f1b6a831c399e269772661" }, "b"), "PreconditionFailed")
      assert.strictEqual(yield* put({ "if-match": "\"x\"" }, "b"), "PreconditionFailed")
      assert.strictEqual(yield* put({ "if-match": "*" }, "b"), 200)
      assert.strictEqual((yield* ask({ method: "GET", path: "/b/k" })).text, "b")
    }).pipe(Effect.provide(layer)))
})

describe("ListBuckets", () => {
  it.effect("tells them page by page", () =>
    Effect.gen(function*() {
      const { ask, store } = yield* prepared
      for (const name of ["c-3", "c-1", "c-2"]) yield* store.makeBucket(name)
      const list = (...query: ReadonlyArray<readonly [string, string]>) =>
        Effect.map(ask({ method: "GET", path: "/", query }), ({ field, text: xml }) => ({
          names: Array.from(xml.matchAll(/<Name>([^<]+)<\/Name>/g), ([, name]) => name),
          token: field("ContinuationToken")
        }))
      assert.deepStrictEqual(yield* list(), { names: ["b", "c-1", "c-2", "c-3"], token: undefined })
      const first = yield* list(["max-buckets", "2"], ["prefix", "c-"])
      assert.deepStrictEqual(first.names, ["c-1", "c-2"])
      const rest = yield* list(["max-buckets", "2"], ["prefix", "c-"], ["continuation-token", first.token ?? ""])
      assert.deepStrictEqual(rest, { names: ["c-3"], token: undefined })
      assert.deepStrictEqual((yield* list(["bucket-region", "eu-west-1"])).names, [])
    }).pipe(Effect.provide(layer)))
})
