import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, TestClock } from "effect"
import { AccessKeys } from "../../src/AccessKeys.js"
import { BlobStore } from "../../src/blobs/BlobStore.js"
import * as SigningText from "../../src/bucketHttp/SigningText.js"
import { presign } from "../../src/s3/presign.js"
import * as S3App from "../../src/s3/S3App.js"
import * as SigV4 from "../../src/s3/SigV4.js"
import { layer, region } from "./endpoint.js"
import { endpoint, send, sendSigned, sign } from "./signedRequest.js"

const prepared = Effect.gen(function*() {
  yield* TestClock.setTime(Date.UTC(2026, 10, 20, 12))
  const store = yield* BlobStore
  const keys = yield* AccessKeys
  yield* store.makeBucket("b")
  yield* store.makeBucket("other")
  const app = yield* S3App.make({ region })
  const key = yield* keys.issue({ buckets: ["b"] })
  return { app, keys, key, bucket: yield* store.bucket("b") }
})

const listing = { method: "GET", path: "/b", query: [["list-type", "2"]] } as const

describe("Authentication", () => {
  it.effect("lets a signed request pass, and no unsigned one", () =>
    Effect.gen(function*() {
      const { app, key } = yield* prepared
      assert.strictEqual((yield* sendSigned(app, key, listing)).status, 200)
      const unsigned = yield* send(app, { method: "GET", target: "/b?list-type=2" })
      assert.deepStrictEqual([unsigned.status, unsigned.code], [403, "AccessDenied"])
      assert.strictEqual(unsigned.field("RequestId"), unsigned.headers.get("x-amz-request-id") ?? "")
    }).pipe(Effect.provide(layer)))

  it.effect("takes a Date header as the date that was signed", () =>
    Effect.gen(function*() {
      const { app, key } = yield* prepared
      const now = yield* Clock.currentTimeMillis
      const date = new Date(now).toUTCString()
      const amzDate = SigningText.formatDate(now)
      const scope: SigV4.Scope = { date: amzDate.slice(0, 8), region, service: "s3" }
      const headers = { host: "s3.test", date, "x-amz-content-sha256": SigV4.unsignedPayload }
      const signedHeaders = Object.keys(headers).sort()
      const canonical = SigV4.canonicalRequest({
        method: "GET",
        path: "/b",
        query: [],
        headers,
        signedHeaders,
        payloadHash: SigV4.unsignedPayload
      })
      const signature = SigV4.sign(
        SigV4.signingKey(key.secretAccessKey, scope),
        SigV4.stringToSign(amzDate, scope, canonical)
      )
      const authorization = `${SigV4.algorithm} Credential=${key.accessKeyId}/${SigV4.scopeText(scope)}, ` +
        `SignedHeaders=${signedHeaders.join(";")}, Signature=${signature}`
      const answer = yield* send(app, { method: "GET", target: "/b", headers: { ...headers, authorization } })
      assert.strictEqual(answer.status, 200, answer.text)
    }).pipe(Effect.provide(layer)))

  it.effect("takes header values as the UTF-8 that was signed", () =>
    Effect.gen(function*() {
      const { app, bucket, key } = yield* prepared
      const now = yield* Clock.currentTimeMillis
      const headers = { "content-length": "1", "x-amz-meta-name": "Ü 小" }
      const signed = sign({ method: "PUT", path: "/b/k", headers }, { key, host: "s3.test", now })
      const sent = { ...signed.headers, "x-amz-meta-name": Buffer.from("Ü 小").toString("latin1") }
      const answer = yield* send(app, { method: "PUT", target: "/b/k", headers: sent, body: "x" })
      assert.strictEqual(answer.status, 200, answer.text)
      assert.strictEqual((yield* bucket.head("k")).metadata.user["name"], sent["x-amz-meta-name"])
    }).pipe(Effect.provide(layer)))

  it.effect("allows a clock to be 15 minutes off, and tells the right time with the refusal", () =>
    Effect.gen(function*() {
      const { app, key } = yield* prepared
      const now = yield* Clock.currentTimeMillis
      const at = (millis: number) => {
        const { headers } = sign(listing, { key, host: "s3.test", now: millis })
        return send(app, { method: "GET", target: "/b?list-type=2", headers })
      }
      assert.strictEqual((yield* at(now + 15 * 60_000)).status, 200)
      assert.strictEqual((yield* at(now - 15 * 60_000)).status, 200)
      for (const off of [15 * 60_000 + 1000, -15 * 60_000 - 1000]) {
        const refused = yield* at(now + off)
        assert.deepStrictEqual([refused.status, refused.code], [403, "RequestTimeTooSkewed"])
        assert.strictEqual(refused.headers.get("date"), "Fri, 20 Nov 2026 12:00:00 GMT")
        assert.strictEqual(refused.field("ServerTime"), "2026-11-20T12:00:00.000Z")
      }
    }).pipe(Effect.provide(layer)))

  it.effect("ends temporary keys at their time, and all of them by expireAll", () =>
    Effect.gen(function*() {
      const { app, key, keys } = yield* prepared
      const first = yield* keys.issue({ buckets: ["b"], lifetime: "1 hour" })
      assert.strictEqual((yield* sendSigned(app, first, listing)).status, 200)
      yield* TestClock.adjust("1 hour")
      const expired = yield* sendSigned(app, first, listing)
      assert.deepStrictEqual([expired.status, expired.code], [400, "ExpiredToken"])
      const second = yield* keys.issue({ buckets: ["b"], lifetime: "1 hour" })
      assert.strictEqual((yield* sendSigned(app, second, listing)).status, 200)
      yield* keys.expireAll()
      assert.strictEqual((yield* sendSigned(app, second, listing)).code, "ExpiredToken")
      assert.strictEqual((yield* sendSigned(app, key, listing)).status, 200)
      const third = yield* keys.issue({ buckets: ["b"], lifetime: "1 hour" })
      assert.strictEqual((yield* sendSigned(app, third, listing)).status, 200)
    }).pipe(Effect.provide(layer)))

  it.effect("wants the session token of a temporary key, and that one", () =>
    Effect.gen(function*() {
      const { app, key, keys } = yield* prepared
      const temporary = yield* keys.issue({ buckets: ["b"], lifetime: "1 hour" })
      const { accessKeyId, secretAccessKey } = temporary
      assert.strictEqual((yield* sendSigned(app, { accessKeyId, secretAccessKey }, listing)).code, "InvalidAccessKeyId")
      const garbled = yield* sendSigned(app, { ...temporary, sessionToken: "garbled" }, listing)
      assert.deepStrictEqual([garbled.status, garbled.code], [400, "InvalidToken"])
      assert.strictEqual((yield* sendSigned(app, { ...key, sessionToken: "none" }, listing)).code, "InvalidToken")
    }).pipe(Effect.provide(layer)))

  it.effect("refuses unknown keys, wrong secrets, foreign buckets, regions and services", () =>
    Effect.gen(function*() {
      const { app, key } = yield* prepared
      const code = (result: { code: string | undefined }) => result.code
      const unknown = yield* sendSigned(app, { ...key, accessKeyId: "AKIAUNKNOWN" }, listing)
      assert.deepStrictEqual([unknown.status, unknown.code], [403, "InvalidAccessKeyId"])
      const wrong = yield* sendSigned(app, { ...key, secretAccessKey: "wrong" }, listing)
      assert.deepStrictEqual([wrong.status, wrong.code], [403, "SignatureDoesNotMatch"])
      const foreign = yield* sendSigned(app, key, { ...listing, path: "/other" })
      assert.deepStrictEqual([foreign.status, foreign.code], [403, "AccessDenied"])
      const elsewhere = yield* sendSigned(app, key, { ...listing, region: "eu-west-1" })
      assert.deepStrictEqual([elsewhere.status, elsewhere.code], [400, "AuthorizationHeaderMalformed"])
      assert.strictEqual(elsewhere.field("Region"), region)
      const copy = yield* sendSigned(app, key, {
        method: "PUT",
        path: "/b/k",
        headers: { "x-amz-copy-source": "/other/k" }
      })
      assert.strictEqual(code(copy), "AccessDenied")
    }).pipe(Effect.provide(layer)))

  it.effect("refuses what was changed after signing", () =>
    Effect.gen(function*() {
      const { app, key } = yield* prepared
      const put = { method: "PUT", path: "/b/k", body: "hello", payloadHash: SigningText.sha256("hello") }
      assert.strictEqual((yield* sendSigned(app, key, put)).status, 200)
      const changes: ReadonlyArray<readonly [string, Record<string, string>, string]> = [
        ["a signed header", { "x-amz-content-sha256": SigningText.sha256("other") }, "SignatureDoesNotMatch"],
        ["an added x-amz header", { "x-amz-meta-evil": "1" }, "AccessDenied"],
        ["the host", { host: "elsewhere.test" }, "SignatureDoesNotMatch"]
      ]
      for (const [what, unsigned, expected] of changes) {
        assert.strictEqual((yield* sendSigned(app, key, { ...put, unsigned })).code, expected, what)
      }
      const body = yield* sendSigned(app, key, { ...put, body: "hellO" })
      assert.deepStrictEqual([body.status, body.code], [400, "XAmzContentSHA256Mismatch"])
    }).pipe(Effect.provide(layer)))

  it.effect("holds presigned URLs to their time, key, token and headers", () =>
    Effect.gen(function*() {
      const { app, bucket, keys } = yield* prepared
      const temporary = yield* keys.issue({ buckets: ["b"], lifetime: "1 hour" })
      const now = yield* Clock.currentTimeMillis
      const options = { endpoint, region, bucket: "b", key: "a ü/1", now, expiresIn: "10 minutes" } as const
      const urlFor = (changes: Partial<Parameters<typeof presign>[0]> = {}) =>
        new URL(presign({ ...options, method: "GET", credential: temporary, ...changes }))
      const follow = (url: URL, method = "GET", headers: Record<string, string> = {}, body?: string) =>
        send(app, { method, target: `${url.pathname}${url.search}`, headers, ...body === undefined ? {} : { body } })

      const put = urlFor({ method: "PUT", headers: { "content-type": "image/png" } })
      const length = { "content-length": "5" }
      const typed = yield* follow(put, "PUT", { ...length, "content-type": "image/png" }, "bytes")
      assert.strictEqual(typed.status, 200)
      assert.strictEqual((yield* bucket.head("a ü/1")).metadata.headers["content-type"], "image/png")
      const other = yield* follow(put, "PUT", { ...length, "content-type": "text/html" }, "bytes")
      assert.strictEqual(other.code, "SignatureDoesNotMatch")
      const untyped = yield* follow(
        urlFor({ method: "PUT" }),
        "PUT",
        { ...length, "content-type": "image/png", origin: "http://page.test" },
        "bytes"
      )
      assert.deepStrictEqual([untyped.status, untyped.code], [403, "AccessDenied"])
      assert.isNull(untyped.headers.get("access-control-allow-origin"))

      const get = yield* follow(urlFor({ query: { "response-content-disposition": "attachment; filename=\"ü\"" } }))
      assert.strictEqual(get.text, "bytes")
      assert.strictEqual((yield* follow(urlFor(), "PUT", length, "bytes")).code, "SignatureDoesNotMatch")
      assert.strictEqual((yield* follow(urlFor({ now: now + 16 * 60_000 }))).code, "AccessDenied")
      assert.strictEqual((yield* follow(urlFor({ expiresIn: "8 days" }))).code, "AuthorizationQueryParametersError")
      const withoutToken = { accessKeyId: temporary.accessKeyId, secretAccessKey: temporary.secretAccessKey }
      assert.strictEqual((yield* follow(urlFor({ credential: withoutToken }))).code, "InvalidAccessKeyId")

      yield* TestClock.adjust("599 seconds")
      assert.strictEqual((yield* follow(urlFor())).status, 200)
      yield* TestClock.adjust("1 second")
      const expired = yield* follow(urlFor())
      assert.deepStrictEqual([expired.status, expired.code], [403, "AccessDenied"])
      assert.match(expired.text, /Request has expired/)
      yield* TestClock.adjust("1 hour")
      const tokenExpired = yield* follow(urlFor({ now: now + 3_600_000, expiresIn: "1 day" }))
      assert.deepStrictEqual([tokenExpired.status, tokenExpired.code], [400, "ExpiredToken"])
    }).pipe(Effect.provide(layer)))
})
