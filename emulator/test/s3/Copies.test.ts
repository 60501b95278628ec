import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { AccessKeys } from "../../src/AccessKeys.js"
import { BlobStore } from "../../src/blobs/BlobStore.js"
import * as S3App from "../../src/s3/S3App.js"
import { text } from "../blobs/blobStoreContract.js"
import { layer, region } from "./endpoint.js"
import { sendSigned } from "./signedRequest.js"

const prepared = Effect.gen(function*() {
  const bucket = yield* Effect.flatMap(BlobStore, (store) => store.makeBucket("b"))
  const source = yield* bucket.put({ key: "source", body: text("source") })
  const target = yield* bucket.put({ key: "target", body: text("target") })
  const key = yield* Effect.flatMap(AccessKeys, (keys) => keys.issue({ buckets: "all" }))
  const app = yield* S3App.make({ region })
  const copy = (name: string, headers: Record<string, string>) =>
    sendSigned(app, key, {
      method: "PUT",
      path: `/b/${name}`,
      headers: { "x-amz-copy-source": "b/source", ...headers }
    })
  return { bucket, copy, source, target }
})

describe("a copy", () => {
  it.effect("replaces only the object that was meant", () =>
    Effect.gen(function*() {
      const { bucket, copy, source, target } = yield* prepared
      const wrong = [{ "if-none-match": "*" }, { "if-match": "\"other\"" }, { "if-none-match": `"${target.etag}"` }]
      for (const headers of wrong) {
        const answer = yield* copy("target", headers)
        assert.deepStrictEqual([answer.status, answer.code], [412, "PreconditionFailed"])
      }
      assert.strictEqual((yield* copy("none", { "if-match": "*" })).code, "NoSuchKey")
      assert.strictEqual((yield* bucket.head("target")).etag, target.etag)
      assert.strictEqual((yield* copy("new", { "if-none-match": "*" })).status, 200)
      assert.strictEqual((yield* copy("target", { "if-match": `"${target.etag}"` })).status, 200)
      assert.strictEqual((yield* bucket.head("target")).etag, source.etag)
    }).pipe(Effect.provide(layer)))

  it.effect("with a directive that is none is refused", () =>
    Effect.gen(function*() {
      const { bucket, copy, target } = yield* prepared
      const answer = yield* copy("target", { "x-amz-metadata-directive": "REPLACED", "x-amz-meta-m": "1" })
      assert.deepStrictEqual([answer.status, answer.code], [400, "InvalidArgument"])
      assert.strictEqual((yield* bucket.head("target")).etag, target.etag)
    }).pipe(Effect.provide(layer)))
})
