/**
 * Who may ask: keys and tokens of both signature versions, how long they and their addresses live, and for which buckets.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { createHash } from "node:crypto"
import { bucket, presigned, presignedV1, sendV1, start, withEndpoint } from "./asking.js"
import { layer } from "./endpoint.js"
import { send, sendSigned } from "./signedRequest.js"

const minutes = (count: number) => count * 60_000

describe("senders of requests to OSS", () => {
  it.effect("may have a clock that is 15 minutes off, either way and with either version, and no more", () =>
    Effect.gen(function*() {
      const { ask, endpoint, key } = yield* withEndpoint
      yield* ask({ method: "PUT", key: "k", body: "hello" })
      const ways = [
        (at: number) => ask({ method: "GET", key: "k", at }),
        (at: number) => sendV1(endpoint, key, { method: "GET", key: "k", at })
      ]
      for (const way of ways) {
        for (const side of [1, -1]) {
          assert.strictEqual((yield* way(start + side * minutes(15))).text, "hello")
          const off = yield* way(start + side * (minutes(15) + 1000))
          assert.deepInclude(off, { status: 403, code: "RequestTimeTooSkewed" })
          assert.strictEqual(off.field("MaxAllowedSkewMilliseconds"), "900000")
          assert.strictEqual(Date.parse(off.field("ServerTime") ?? ""), start)
          assert.strictEqual(Date.parse(off.headers.get("date") ?? ""), start)
        }
      }
      // An address that was signed long ago is not skewed; one from the future is.
      const early = presigned(key, { method: "GET", now: start + minutes(15) })
      assert.strictEqual((yield* send(endpoint, { method: "GET", target: early })).status, 200)
      const old = presigned(key, { method: "GET", now: start - minutes(50) })
      assert.strictEqual((yield* send(endpoint, { method: "GET", target: old })).status, 200)
      const future = presigned(key, { method: "GET", now: start + minutes(16) })
      assert.strictEqual((yield* send(endpoint, { method: "GET", target: future })).code, "RequestTimeTooSkewed")
    }).pipe(Effect.provide(layer)))

  it.effect("sign addresses of version 4 for a second to a week, of version 1 up to a moment", () =>
    Effect.gen(function*() {
      const { ask, endpoint, key } = yield* withEndpoint
      yield* ask({ method: "PUT", key: "k", body: "hello" })
      const read = (target: string) =>
        Effect.map(send(endpoint, { method: "GET", target }), (one) => one.code ?? one.text)
      const of = (expiresIn: number) => presigned(key, { method: "GET", now: start, expiresIn: expiresIn * 1000 })
      assert.strictEqual(yield* read(of(1)), "hello")
      assert.strictEqual(yield* read(of(604_800)), "hello")
      assert.strictEqual(yield* read(of(604_801)), "InvalidArgument")
      assert.strictEqual(yield* read(of(0)), "InvalidArgument")
      const v1 = presignedV1(key, start / 1000 + 60)
      assert.strictEqual(yield* read(v1), "hello")
      assert.strictEqual(yield* read(presignedV1(key, start / 1000 + 60, "response-cache-control=none")), "hello")
      assert.strictEqual(yield* read(`${v1}&response-cache-control=none`), "SignatureDoesNotMatch")
      assert.strictEqual(yield* read(`${v1}&unsigned=1`), "hello")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* read(v1), "AccessDenied")
    }).pipe(Effect.provide(layer)))

  it.effect("cover type and digest with a signature of version 1", () =>
    Effect.gen(function*() {
      const { endpoint, key } = yield* withEndpoint
      const md5 = createHash("md5").update("hello").digest("base64")
      const put = { method: "PUT", key: "k", at: start, body: "hello", md5, type: "text/x-a" }
      assert.strictEqual((yield* sendV1(endpoint, key, put)).status, 200)
      const read = yield* sendV1(endpoint, key, { method: "GET", key: "k", at: start })
      assert.deepEqual([read.text, read.headers.get("content-type"), read.headers.get("content-md5")], [
        "hello",
        "text/x-a",
        md5
      ])
    }).pipe(Effect.provide(layer)))

  it.effect("with a temporary key give its token, in header or address, until it ends", () =>
    Effect.gen(function*() {
      const { ask, endpoint, key, keys } = yield* withEndpoint
      yield* ask({ method: "PUT", key: "k", body: "hello" })
      const temporary = yield* keys.issue({ buckets: "all", lifetime: "30 minutes" })
      const { sessionToken: _, ...bare } = temporary
      const wrong = { ...temporary, sessionToken: "another" }
      const lent = { ...key, sessionToken: temporary.sessionToken ?? "" }
      const ways = [
        (by: typeof key) => sendSigned(endpoint, by, { method: "GET", bucket, key: "k" }),
        (by: typeof key) => sendV1(endpoint, by, { method: "GET", key: "k", at: start }),
        (by: typeof key) => send(endpoint, { method: "GET", target: presigned(by, { method: "GET", now: start }) }),
        (by: typeof key) => send(endpoint, { method: "GET", target: presignedV1(by, start / 1000 + 3600) })
      ]
      for (const [at, way] of ways.entries()) {
        assert.strictEqual((yield* way(temporary)).text, "hello", `way ${at}`)
        assert.strictEqual((yield* way(bare)).code, "InvalidAccessKeyId", `way ${at}`)
        assert.strictEqual((yield* way(lent)).code, "InvalidAccessKeyId", `way ${at}`)
        assert.strictEqual((yield* way(wrong)).code, "InvalidSecurityToken", `way ${at}`)
      }
      yield* TestClock.adjust("30 minutes")
      for (const [at, way] of ways.entries()) {
        assert.deepInclude(yield* way(temporary), { status: 403, code: "SecurityTokenExpired" }, `way ${at}`)
      }
    }).pipe(Effect.provide(layer)))

  it.effect("have the buckets of their key and no other, as the source of a copy neither", () =>
    Effect.gen(function*() {
      const { ask, endpoint, keys, store } = yield* withEndpoint
      yield* store.makeBucket("other-bucket")
      yield* ask({ method: "PUT", bucket: "other-bucket", key: "secret", body: "secret" })
      const narrow = yield* keys.issue({ buckets: [bucket] })
      const asked = (request: Parameters<typeof sendSigned>[2]) => sendSigned(endpoint, narrow, request)
      assert.strictEqual((yield* asked({ method: "PUT", bucket, key: "mine", body: "x" })).status, 200)
      assert.strictEqual((yield* asked({ method: "GET", bucket: "other-bucket", key: "secret" })).code, "AccessDenied")
      assert.strictEqual((yield* asked({ method: "PUT", bucket: "third-bucket" })).code, "AccessDenied")
      const headers = { "x-oss-copy-source": "/other-bucket/secret" }
      assert.strictEqual((yield* asked({ method: "PUT", bucket, key: "copy", headers })).code, "AccessDenied")
      assert.strictEqual((yield* ask({ method: "PUT", key: "copy", headers })).status, 200)
      const named = (yield* asked({ method: "GET", bucket: "" })).text
      assert.include(named, bucket)
      assert.notInclude(named, "other-bucket")
    }).pipe(Effect.provide(layer)))
})
