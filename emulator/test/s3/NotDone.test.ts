import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { AccessKeys } from "../../src/AccessKeys.js"
import { BlobStore } from "../../src/blobs/BlobStore.js"
import * as S3App from "../../src/s3/S3App.js"
import { text } from "../blobs/blobStoreContract.js"
import { layer, region } from "./endpoint.js"
import { send, sendSigned } from "./signedRequest.js"

const prepared = Effect.gen(function*() {
  const bucket = yield* Effect.flatMap(BlobStore, (store) => store.makeBucket("b"))
  const key = yield* Effect.flatMap(AccessKeys, (keys) => keys.issue({ buckets: "all" }))
  const app = yield* S3App.make({ region })
  return { app, bucket, ask: (request: Parameters<typeof sendSigned>[2]) => sendSigned(app, key, request) }
})

describe("what the S3 endpoint does not do", () => {
  it.effect("is refused by header, and nothing is stored", () =>
    Effect.gen(function*() {
      const { ask, bucket } = yield* prepared
      const headers: ReadonlyArray<readonly [string, string]> = [
        ["x-amz-tagging", "a=b"],
        ["x-amz-tagging-directive", "REPLACE"],
        ["x-amz-server-side-encryption", "AES256"],
        ["x-amz-server-side-encryption", "aws:kms"],
        ["x-amz-server-side-encryption-aws-kms-key-id", "k"],
        ["x-amz-server-side-encryption-customer-algorithm", "AES256"],
        ["x-amz-copy-source-server-side-encryption-customer-key", "k"],
        ["x-amz-acl", "public-read"],
        ["x-amz-grant-read", "id=a"],
        ["x-amz-object-lock-mode", "GOVERNANCE"],
        ["x-amz-object-lock-legal-hold", "ON"],
        ["x-amz-bypass-governance-retention", "true"],
        ["x-amz-expected-bucket-owner", "111122223333"],
        ["x-amz-source-expected-bucket-owner", "111122223333"],
        ["x-amz-website-redirect-location", "/other"],
        ["x-amz-write-offset-bytes", "0"],
        ["x-amz-rename-source", "/b/other"],
        ["x-amz-rename-source-if-match", "\"e\""],
        ["x-amz-if-match-initiated-time", "Mon, 01 Jan 2001 00:00:00 GMT"],
        ["x-amz-checksum-sha512", "AAAA"]
      ]
      for (const [name, value] of headers) {
        const answer = yield* ask({ method: "PUT", path: "/b/k", headers: { [name]: value }, body: "x" })
        assert.deepStrictEqual([name, answer.status, answer.code, answer.field("Header")], [
          name,
          501,
          "NotImplemented",
          name
        ])
      }
      const locked = yield* ask({
        method: "PUT",
        path: "/locked",
        headers: { "x-amz-bucket-object-lock-enabled": "true" }
      })
      assert.strictEqual(locked.status, 501)
      assert.strictEqual((yield* Effect.either(bucket.head("k")))._tag, "Left")
      assert.strictEqual((yield* ask({ method: "HEAD", path: "/locked" })).status, 404)
    }).pipe(Effect.provide(layer)))

  it.effect("is not asked for by values that say what is so anyway", () =>
    Effect.gen(function*() {
      const { ask } = yield* prepared
      const headers = {
        "x-amz-acl": "private",
        "x-amz-tagging-directive": "COPY",
        "x-amz-bypass-governance-retention": "false"
      }
      assert.strictEqual((yield* ask({ method: "PUT", path: "/b/k", headers, body: "x" })).status, 200)
    }).pipe(Effect.provide(layer)))

  it.effect("is no rename, which would leave an empty object in the place of another", () =>
    Effect.gen(function*() {
      const { ask, bucket } = yield* prepared
      yield* bucket.put({ key: "to", body: text("live") })
      const answer = yield* ask({ method: "PUT", path: "/b/to", query: [["renameObject", ""]], body: "" })
      assert.deepStrictEqual([answer.status, answer.code], [501, "NotImplemented"])
      assert.strictEqual((yield* bucket.head("to")).size, 4)
    }).pipe(Effect.provide(layer)))

  it.effect("is refused by form and by a body of unknown length", () =>
    Effect.gen(function*() {
      const { app, ask } = yield* prepared
      const headers = { "content-type": "multipart/form-data; boundary=x" }
      const form = yield* send(app, { method: "POST", target: "/b", headers, body: "--x--" })
      assert.deepStrictEqual([form.status, form.code], [501, "NotImplemented"])
      const chunked = yield* ask({
        method: "PUT",
        path: "/b/k",
        headers: { "transfer-encoding": "chunked" },
        body: "x"
      })
      assert.deepStrictEqual([chunked.status, chunked.field("Header")], [501, "Transfer-Encoding"])
    }).pipe(Effect.provide(layer)))

  it.effect("is refused for every version but the one that is there", () =>
    Effect.gen(function*() {
      const { ask, bucket } = yield* prepared
      yield* bucket.put({ key: "k", body: text("live") })
      for (const method of ["GET", "HEAD", "DELETE"]) {
        const answer = yield* ask({ method, path: "/b/k", query: [["versionId", "some"]] })
        assert.deepStrictEqual([method, answer.status], [method, 501])
      }
      const copy = yield* ask({
        method: "PUT",
        path: "/b/copy",
        headers: { "x-amz-copy-source": "/b/k?versionId=some" }
      })
      assert.strictEqual(copy.status, 501)
      assert.strictEqual((yield* ask({ method: "GET", path: "/b/k", query: [["versionId", "null"]] })).text, "live")
      assert.strictEqual((yield* ask({ method: "DELETE", path: "/b/k", query: [["versionId", "null"]] })).status, 204)
      assert.strictEqual((yield* ask({ method: "GET", path: "/b/k" })).status, 404)
    }).pipe(Effect.provide(layer)))

  it.effect("tags of an object are an empty set, and cannot be set", () =>
    Effect.gen(function*() {
      const { ask, bucket } = yield* prepared
      yield* bucket.put({ key: "k", body: text("x") })
      const query = [["tagging", ""]] as const
      const tags = yield* ask({ method: "GET", path: "/b/k", query })
      assert.deepStrictEqual([tags.status, tags.field("TagSet")], [200, ""])
      assert.strictEqual((yield* ask({ method: "GET", path: "/b/none", query })).code, "NoSuchKey")
      assert.strictEqual((yield* ask({ method: "PUT", path: "/b/k", query, body: "<Tagging/>" })).status, 501)
      assert.strictEqual((yield* ask({ method: "GET", path: "/b", query })).status, 501)
    }).pipe(Effect.provide(layer)))

  it.effect("checksums that could not all be verified are refused", () =>
    Effect.gen(function*() {
      const { ask } = yield* prepared
      const put = (headers: Record<string, string>) =>
        Effect.map(ask({ method: "PUT", path: "/b/k", headers, body: "x" }), ({ code, status }) => [status, code])
      const both = { "x-amz-checksum-crc32": "jNww4g==", "x-amz-checksum-sha1": "EfbddM1Klt9DzsMv1wcjsyDvYK0=" }
      assert.deepStrictEqual(yield* put(both), [400, "InvalidRequest"])
      assert.deepStrictEqual(yield* put({ "x-amz-sdk-checksum-algorithm": "MD4" }), [400, "InvalidRequest"])
      assert.deepStrictEqual(yield* put({ "x-amz-trailer": "x-amz-checksum-md4" }), [400, "InvalidRequest"])
      const other = { "x-amz-sdk-checksum-algorithm": "SHA256", "x-amz-checksum-crc32": "jNww4g==" }
      assert.deepStrictEqual(yield* put(other), [400, "BadDigest"])
    }).pipe(Effect.provide(layer)))

  it.effect("a bucket elsewhere is refused", () =>
    Effect.gen(function*() {
      const { ask } = yield* prepared
      const create = (location: string) =>
        ask({
          method: "PUT",
          path: "/c-2",
          body:
            `<CreateBucketConfiguration><LocationConstraint>${location}</LocationConstraint></CreateBucketConfiguration>`
        })
      const elsewhere = yield* create("eu-west-1")
      assert.deepStrictEqual([elsewhere.status, elsewhere.code], [400, "InvalidLocationConstraint"])
      assert.strictEqual((yield* ask({ method: "HEAD", path: "/c-2" })).status, 404)
      assert.strictEqual((yield* create(region)).status, 200)
    }).pipe(Effect.provide(layer)))
})
