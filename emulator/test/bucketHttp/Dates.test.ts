/** The dates on answers of the storage endpoints. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { AccessKeys } from "../../src/AccessKeys.js"
import { BlobStore } from "../../src/blobs/BlobStore.js"
import * as S3App from "../../src/s3/S3App.js"
import { app as ossApp } from "../oss/endpoint.js"
import * as Oss from "../oss/signedRequest.js"
import { layer, region } from "../s3/endpoint.js"
import * as S3 from "../s3/signedRequest.js"

/** Every look at it is a second later than the last one. */
const hurriedClock = (): Clock.Clock => {
  let now = Date.parse("2026-11-21T12:00:00Z")
  return { ...Clock.make(), currentTimeMillis: Effect.sync(() => now += 1000) }
}

const prepared = Effect.gen(function*() {
  yield* Effect.flatMap(BlobStore, (store) => store.makeBucket("my-bucket"))
  return yield* Effect.flatMap(AccessKeys, (keys) => keys.issue({ buckets: "all" }))
})

const timeOf = (headers: Headers, name: string): number => Date.parse(headers.get(name) ?? "")

describe("an object that takes its time to arrive is not younger than the answer to it", () => {
  it.effect("on S3", () =>
    Effect.gen(function*() {
      const key = yield* prepared
      const app = yield* S3App.make({ region })
      const put = yield* S3.sendSigned(app, key, { method: "PUT", path: "/my-bucket/k", body: "hello" })
      const head = yield* S3.sendSigned(app, key, { method: "HEAD", path: "/my-bucket/k" })
      assert.strictEqual(put.status, 200)
      assert.isAtLeast(timeOf(put.headers, "date"), timeOf(head.headers, "last-modified"))
    }).pipe(Effect.withClock(hurriedClock()), Effect.provide(layer)))

  it.effect("on OSS", () =>
    Effect.gen(function*() {
      const key = yield* prepared
      const app = yield* ossApp
      const put = yield* Oss.sendSigned(app, key, { method: "PUT", bucket: "my-bucket", key: "k", body: "hello" })
      const head = yield* Oss.sendSigned(app, key, { method: "HEAD", bucket: "my-bucket", key: "k" })
      assert.strictEqual(put.status, 200)
      assert.isAtLeast(timeOf(put.headers, "date"), timeOf(head.headers, "last-modified"))
    }).pipe(Effect.withClock(hurriedClock()), Effect.provide(layer)))
})
