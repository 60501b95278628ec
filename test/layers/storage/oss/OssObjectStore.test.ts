import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Option, Redacted, Ref, Stream, TestClock } from "effect"
import { createHash, createHmac } from "node:crypto"
import * as OssSdk from "../../../../src/layers/storage/oss/OssSdk.js"
import type { OssClientOptions } from "../../../../src/layers/storage/oss/OssSdk.js"
import type { StoredPart } from "../../../../src/services/PartStore.js"
import type { SignedAddress } from "../../../../src/services/Transport.js"
import { until } from "../s3/fakeNetwork.js"
import { callback, credentialOf, storeOn } from "./fakeNetwork.js"

const part = { number: 1, start: 0, end: 10 }

const urlOf = (address: SignedAddress) => new URL(Redacted.value(address.url))

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()

/** The signature as the documentation of OSS describes it, made with nothing of ours or of the SDK. */
const documentedSignature = (method: string, path: string, address: SignedAddress, secret: string): string => {
  const query = [...urlOf(address).searchParams].filter(([name]) => name !== "x-oss-signature")
  const canonicalQuery = query.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).sort().join("&")
  const headers = Object.entries(address.headers).sort().map(([name, value]) => `${name}:${value}\n`).join("")
  const canonical = [method, path, canonicalQuery, headers, "", "UNSIGNED-PAYLOAD"].join("\n")
  const date = new Map(query).get("x-oss-date") ?? ""
  const scope = `${date.slice(0, 8)}/cn-hangzhou/oss/aliyun_v4_request`
  const text = ["OSS4-HMAC-SHA256", date, scope, createHash("sha256").update(canonical).digest("hex")].join("\n")
  const key = scope.split("/").reduce<string | Buffer>((sofar, step) => hmac(sofar, step), `aliyun_v4${secret}`)
  return hmac(key, text).toString("hex")
}

const listPage = (numbers: ReadonlyArray<number>, next?: number) => ({
  status: 200,
  body: `<ListPartsResult><IsTruncated>${next !== undefined}</IsTruncated>${
    next === undefined ? "" : `<NextPartNumberMarker>${next}</NextPartNumberMarker>`
  }${
    numbers.map((number) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>&quot;E${number}&quot;</ETag><Size>5</Size>` +
      `<HashCrc64ecma>${number}00</HashCrc64ecma></Part>`
    ).join("")
  }</ListPartsResult>`
})

const headersOf = (answer: Record<string, string> = {}) => ({
  etag: "\"ABC\"",
  "x-oss-hash-crc64ecma": "42",
  ...answer
})

describe("the oss object store", () => {
  it.effect("signs a PUT with all that must be sent with it, by the clock of this program", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00Z"))
      const { asked, objects } = yield* storeOn([])
      const address = yield* objects.presign({
        method: "PUT",
        key: "a b/ü!.txt",
        contentType: "text/plain",
        mark: "m",
        digest: { md5: "00".repeat(16) },
        expiresIn: "1 hour"
      })
      const url = urlOf(address)
      assert.strictEqual(
        `${url.origin}${url.pathname}`,
        "https://bucket.oss-cn-hangzhou.aliyuncs.com/a%20b/%C3%BC%21.txt"
      )
      assert.deepStrictEqual(
        Object.fromEntries([...url.searchParams].filter(([name]) => name !== "x-oss-signature")),
        {
          "x-oss-credential": "the-key-id/20261120/cn-hangzhou/oss/aliyun_v4_request",
          "x-oss-date": "20261120T120000Z",
          "x-oss-expires": "3600",
          "x-oss-security-token": "the-token",
          "x-oss-signature-version": "OSS4-HMAC-SHA256"
        }
      )
      assert.deepStrictEqual(address.headers, {
        "content-type": "text/plain",
        "x-oss-meta-effect-drive": "m",
        "content-md5": "AAAAAAAAAAAAAAAAAAAAAA=="
      })
      assert.strictEqual(
        url.searchParams.get("x-oss-signature"),
        documentedSignature("PUT", "/bucket/a%20b/%C3%BC%21.txt", address, "the-secret")
      )
      assert.strictEqual(address.expiresAt, Date.parse("2026-11-20T13:00:00Z"))
      assert.deepStrictEqual(asked, [])
    }))

  it.effect("signs a part and a download for 900 s unless an option says otherwise, and for a week at most", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([])
      const upload = yield* objects.presignPart({ key: "k", uploadId: "u", partNumber: 3 })
      assert.deepStrictEqual(upload.headers, {})
      assert.strictEqual(urlOf(upload).searchParams.get("partNumber"), "3")
      assert.strictEqual(urlOf(upload).searchParams.get("x-oss-expires"), "900")
      assert.strictEqual(
        urlOf(upload).searchParams.get("x-oss-signature"),
        documentedSignature("PUT", "/bucket/k", upload, "the-secret")
      )
      const download = yield* objects.presign({ method: "GET", key: "k", downloadName: "ü.txt" })
      assert.match(urlOf(download).searchParams.get("response-content-disposition") ?? "", /UTF-8''%C3%BC\.txt$/)
      const week = yield* objects.presign({ method: "GET", key: "k", expiresIn: "7 days" })
      assert.strictEqual(urlOf(week).searchParams.get("x-oss-expires"), "604800")
      for (const expiresIn of ["604801 seconds", "0 seconds"] as const) {
        const error = yield* Effect.flip(objects.presign({ method: "GET", key: "k", expiresIn }))
        assert.deepInclude(error, { _tag: "InvalidInput", field: "expiresIn" })
      }
    }))

  it.effect("signs with the new key and the new token as soon as there are any", () =>
    Effect.gen(function*() {
      const current = yield* Ref.make(credentialOf())
      const { objects } = yield* storeOn([], { credential: Ref.get(current) })
      yield* objects.presign({ method: "GET", key: "k" })
      const next = { accessKeyId: Redacted.make("next-key"), securityToken: Redacted.make("next-token") }
      yield* Ref.set(current, credentialOf(next, { version: 2 }))
      const after = yield* objects.presign({ method: "GET", key: "k" })
      assert.strictEqual(after.credentialVersion, 2)
      assert.match(urlOf(after).searchParams.get("x-oss-credential") ?? "", /^next-key\//)
      assert.strictEqual(urlOf(after).searchParams.get("x-oss-security-token"), "next-token")
    }))

  it.effect("makes one client for each version of the credential, and none that refreshes", () =>
    Effect.gen(function*() {
      const made: Array<OssClientOptions> = []
      const sdk = Effect.map(OssSdk.make(), (Sdk): OssSdk.OssSdk =>
        new Proxy(Sdk, {
          construct: (target, [options]: [OssClientOptions]) => {
            made.push(options)
            return new target(options)
          }
        }))
      const current = yield* Ref.make(credentialOf())
      const { objects } = yield* storeOn([{ status: 404 }, { status: 404 }], { sdk, credential: Ref.get(current) })
      for (const _ of [1, 2]) {
        yield* objects.presign({ method: "GET", key: "k" })
        yield* objects.head("k")
      }
      assert.strictEqual(made.length, 1)
      yield* Ref.set(current, credentialOf({ securityToken: Redacted.make("next-token") }, { version: 2 }))
      yield* objects.presign({ method: "GET", key: "k" })
      yield* objects.presign({ method: "GET", key: "k" })
      assert.deepStrictEqual(made.map(({ stsToken }) => stsToken), ["the-token", "next-token"])
      for (const options of made) {
        assert.notProperty(options, "refreshSTSToken")
        assert.deepInclude(options, { authorizationV4: true, retryMax: 0, secure: true })
      }
    }))

  it.effect("asks about the object of any key, whatever networks make of its dots", () =>
    Effect.gen(function*() {
      const keys = ["a/../b", "../b", "a/..", "./b", "a/./../../b", "a/.../b..", "a/../"]
      const { asked, objects } = yield* storeOn(keys.map(() => ({ status: 404 })))
      for (const key of keys) {
        const address = yield* objects.presign({ method: "GET", key })
        yield* objects.head(key)
        assert.strictEqual(decodeURIComponent(urlOf(address).pathname), `/${key}`)
        assert.strictEqual(decodeURIComponent(asked.at(-1)?.url.pathname ?? ""), `/${key}`)
        assert.strictEqual(
          urlOf(address).searchParams.get("x-oss-signature"),
          documentedSignature("GET", `/bucket/${key}`, address, "the-secret")
        )
      }
      const root = urlOf(yield* objects.presign({ method: "GET", key: ".." }))
      assert.strictEqual(root.host, "bucket.oss-cn-hangzhou.aliyuncs.com")
    }))

  it.effect("puts the bucket where the endpoint wants it", () =>
    Effect.gen(function*() {
      const addressOf = Effect.fnUntraced(function*(
        endpoint: string | undefined,
        bucketIn?: "endpoint" | "host" | "path"
      ) {
        const { objects } = yield* storeOn([], { credential: Effect.succeed(credentialOf({ endpoint })), bucketIn })
        const { origin, pathname } = urlOf(yield* objects.presign({ method: "GET", key: "k" }))
        return `${origin}${pathname}`
      })
      assert.strictEqual(yield* addressOf(undefined), "https://bucket.oss-cn-hangzhou.aliyuncs.com/k")
      assert.strictEqual(yield* addressOf("http://127.0.0.1:9000"), "http://127.0.0.1:9000/bucket/k")
      assert.strictEqual(yield* addressOf("http://localhost:9000"), "http://localhost:9000/bucket/k")
      assert.strictEqual(yield* addressOf("https://bucket.files.test"), "https://bucket.files.test/k")
      assert.strictEqual(yield* addressOf("https://files.test", "endpoint"), "https://files.test/k")
      assert.strictEqual(yield* addressOf("https://files.test", "path"), "https://files.test/bucket/k")
    }))

  it.effect("calls with the SDK by our clock, corrected by what a refusal says of the storage's", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00Z"))
      const skewed = {
        status: 403,
        body: "<Error><Code>RequestTimeTooSkewed</Code><ServerTime>2026-11-20T14:00:00.000Z</ServerTime></Error>"
      }
      const { asked, objects } = yield* storeOn([skewed, listPage([])])
      const error = yield* Effect.flip(Stream.runCollect(objects.listParts({ key: "k", uploadId: "u" })))
      assert.deepInclude(error, { _tag: "StorageError", reason: "ClockSkew", retry: "now" })
      yield* Stream.runCollect(objects.listParts({ key: "k", uploadId: "u" }))
      assert.deepStrictEqual(
        asked.map(({ headers }) => headers["x-oss-date"]?.slice(0, 13)),
        ["20261120T1200", "20261120T1400"]
      )
      assert.match(asked[0]?.headers["authorization"] ?? "", /^OSS4-HMAC-SHA256 Credential=the-key-id\/20261120/)
      const address = yield* objects.presign({ method: "GET", key: "k" })
      assert.strictEqual(urlOf(address).searchParams.get("x-oss-date")?.slice(0, 13), "20261120T1400")
    }))

  it.effect("lists all pages, a page of one part and a page of none", () =>
    Effect.gen(function*() {
      const { asked, objects } = yield* storeOn([listPage([1, 2], 2), listPage([3], 3), listPage([])])
      const parts = yield* Stream.runCollect(objects.listParts({ key: "k", uploadId: "u" }))
      assert.deepStrictEqual<ReadonlyArray<StoredPart>>(
        [...parts],
        [1, 2, 3].map((number) => ({ number, size: 5, etag: `E${number}`, digest: { crc64: `${number}00` } }))
      )
      assert.deepStrictEqual(asked.map(({ url }) => url.searchParams.get("part-number-marker")), [null, "2", "3"])
    }))

  it.effect("fails on an answer that is no part list", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([{ status: 200, body: "<html>not here</html>" }, {
        status: 200,
        body: "<ListPartsResult><Part><PartNumber>x</PartNumber></Part></ListPartsResult>"
      }])
      const portal = yield* Effect.flip(Stream.runCollect(objects.listParts({ key: "k", uploadId: "u" })))
      assert.deepInclude(portal, { _tag: "TransportError", reason: "ForeignAnswer" })
      const error = yield* Effect.flip(Stream.runCollect(objects.listParts({ key: "k", uploadId: "u" })))
      assert.deepInclude(error, { _tag: "TransportError", reason: "Decode" })
    }))

  it.effect("reads size, mark and CRC64 of an object, and has none for a missing one", () =>
    Effect.gen(function*() {
      const { asked, objects } = yield* storeOn([
        { status: 200, headers: headersOf({ "content-length": "15", "x-oss-meta-effect-drive": "m" }) },
        { status: 206, headers: headersOf({ "content-length": "15", "content-range": "bytes 0-14/15" }) },
        { status: 404 }
      ])
      const found = { key: "k", size: 15, etag: "ABC", mark: "m", digest: { crc64: "42" } }
      assert.deepStrictEqual(Option.getOrUndefined(yield* objects.head("k")), found)
      assert.deepStrictEqual(Option.getOrUndefined(yield* objects.head("k")), { ...found, mark: undefined })
      // Browsers ask for no compressed answer beside a range, and OSS tells no length of a compressed one.
      assert.deepStrictEqual(asked.map(({ headers }) => headers["range"]), ["bytes=0-", "bytes=0-"])
      assert.isTrue(Option.isNone(yield* objects.head("k")))
    }))

  it.effect("takes the CRC64 of a reply, and advises to expose the ETag where there is none", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([])
      const address = yield* objects.presign({ method: "PUT", key: "k" })
      const stored = yield* objects.accept({ key: "k" }, part, address, { status: 200, headers: headersOf(), body: "" })
      assert.deepStrictEqual(stored, { number: 1, size: 10, etag: "ABC", digest: { crc64: "42" } })
      const bare = { status: 200, headers: { "x-oss-request-id": "r" }, body: "" }
      const error = yield* Effect.flip(objects.accept({ key: "k" }, part, address, bare))
      assert.deepInclude(error, { _tag: "StorageError", reason: "MissingEtag", requestId: "r" })
    }))

  it.effect("asks for the space's callback with a PUT and with a complete, and decodes the service's answers", () =>
    Effect.gen(function*() {
      const { asked, objects } = yield* storeOn(
        [
          { status: 200, headers: headersOf(), body: "{\"noted\":[1]}" },
          { status: 200, headers: headersOf(), body: "thanks" }
        ],
        { credential: Effect.succeed(credentialOf({ callback })) }
      )
      const address = yield* objects.presign({ method: "PUT", key: "k" })
      const sent = address.headers["x-oss-callback"] ?? ""
      assert.deepStrictEqual(JSON.parse(Buffer.from(sent, "base64").toString()), {
        callbackUrl: "http://service.test/t%C3%A4glich?x=%20",
        callbackHost: "service.test",
        callbackBody: "object=${object}&size=${size}",
        callbackBodyType: "application/x-www-form-urlencoded"
      })
      assert.strictEqual(
        urlOf(address).searchParams.get("x-oss-signature"),
        documentedSignature("PUT", "/bucket/k", address, "the-secret")
      )
      const reply = { status: 200, headers: headersOf(), body: "{\"noted\":true}" }
      const whole = yield* objects.accept({ key: "k" }, part, address, reply)
      assert.deepStrictEqual(whole.callback, { noted: true })
      const upload = yield* objects.presignPart({ key: "k", uploadId: "u", partNumber: 1 })
      assert.notProperty(upload.headers, "x-oss-callback")

      const parts = [{ number: 2, size: 5, etag: "E2" }, { number: 1, size: 10, etag: "E1" }]
      const stored = yield* objects.complete({ key: "k", uploadId: "u", parts })
      const known = { key: "k", size: 15, etag: "ABC", digest: { crc64: "42" } }
      assert.deepStrictEqual(stored, { ...known, callback: { noted: [1] } })
      assert.strictEqual(asked[0]?.headers["x-oss-callback"], sent)
      assert.match(asked[0]?.body ?? "", /<PartNumber>1<[^]*"E1"[^]*<PartNumber>2<[^]*"E2"/)
      // An answer that is no JSON does not undo the object.
      assert.deepStrictEqual(yield* objects.complete({ key: "k", uploadId: "u", parts }), known)
    }))

  it.effect("does not take an answer that nobody can read for a complete, where no callback was asked for", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([{ status: 200, headers: headersOf(), body: "<Complete" }])
      const parts = [{ number: 1, size: 5, etag: "E1" }]
      const error = yield* Effect.flip(objects.complete({ key: "k", uploadId: "u", parts }))
      assert.deepInclude(error, { _tag: "TransportError", reason: "Decode" })
    }))

  it.effect("waits ten minutes for a complete, and for other calls as long as its option says", () =>
    Effect.gen(function*() {
      const { asked, ended, objects } = yield* storeOn(["never", "never"], { timeout: Duration.seconds(5) })
      const parts = [{ number: 1, size: 5, etag: "E1" }]
      const complete = yield* Effect.fork(Effect.flip(objects.complete({ key: "joined", uploadId: "u", parts })))
      const head = yield* Effect.fork(Effect.flip(objects.head("k")))
      yield* until(() => asked.length === 2)
      yield* TestClock.adjust("5 seconds")
      assert.deepInclude(yield* Fiber.join(head), { _tag: "TransportError", reason: "Timeout" })
      yield* TestClock.adjust("9 minutes")
      yield* until(() => ended.length > 0)
      assert.deepStrictEqual([ended, complete.unsafePoll()], [["/k"], null])
      yield* TestClock.adjust("1 minute")
      assert.deepInclude(yield* Fiber.join(complete), { _tag: "TransportError", reason: "Timeout" })
      yield* until(() => ended.length > 1)
      assert.deepStrictEqual(ended, ["/k", "/joined"])
    }))

  it.effect("says of a failed callback that the object is stored", () =>
    Effect.gen(function*() {
      const failed = {
        status: 203,
        body: "<Error><Code>CallbackFailed</Code><Message>Error status : 502.</Message></Error>"
      }
      const { objects } = yield* storeOn([failed], { credential: Effect.succeed(credentialOf({ callback })) })
      const address = yield* objects.presign({ method: "PUT", key: "k" })
      const expected = {
        _tag: "StorageError",
        reason: "CallbackFailed",
        status: 203,
        retry: "never",
        action: "retry"
      } as const
      const direct = yield* Effect.flip(
        objects.accept({ key: "k" }, part, address, { ...failed, headers: headersOf() })
      )
      assert.deepInclude(direct, expected)
      const parts = [{ number: 1, size: 10, etag: "E1" }]
      assert.deepInclude(yield* Effect.flip(objects.complete({ key: "k", uploadId: "u", parts })), expected)
    }))

  it.effect("finds the open uploads of a key, and aborts what is gone", () =>
    Effect.gen(function*() {
      const listed = "<ListMultipartUploadsResult>" +
        ["k", "key"].map((key) =>
          `<Upload><Key>${key}</Key><UploadId>${key}-1</UploadId><Initiated>2026-11-20T12:00:00.000Z</Initiated></Upload>`
        ).join("") + "</ListMultipartUploadsResult>"
      const gone = { status: 404, body: "<Error><Code>NoSuchUpload</Code></Error>" }
      const { asked, objects } = yield* storeOn([{ status: 200, body: listed }, gone])
      assert.deepStrictEqual(yield* objects.listUploads?.("k") ?? Effect.succeed([]), [
        { uploadId: "k-1", begunAt: Date.parse("2026-11-20T12:00:00Z") }
      ])
      assert.strictEqual(asked[0]?.url.searchParams.get("prefix"), "k")
      yield* objects.abort({ key: "k", uploadId: "u" })
    }))

  it.effect("begins with mark and content type; an error in a 200 is an error", () =>
    Effect.gen(function*() {
      const begun = {
        status: 200,
        body: "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>"
      }
      const failed = { status: 200, body: "<?xml version=\"1.0\"?>\n<Error><Code>InternalError</Code></Error>" }
      const { asked, objects } = yield* storeOn([begun, failed, "network"])
      assert.strictEqual(yield* objects.createMultipart({ key: "k", mark: "m", contentType: "text/x" }), "u")
      assert.strictEqual(asked[0]?.headers["x-oss-meta-effect-drive"], "m")
      assert.strictEqual(asked[0]?.headers["content-type"], "text/x")
      const parts = [{ number: 1, size: 5, etag: "E1" }]
      const error = yield* Effect.flip(objects.complete({ key: "k", uploadId: "u", parts }))
      assert.deepInclude(error, { _tag: "StorageError", code: "InternalError", retry: "later" })
      const lost = yield* Effect.flip(objects.complete({ key: "k", uploadId: "u", parts }))
      assert.deepInclude(lost, { _tag: "TransportError", reason: "Network" })
    }))

  it.effect("refuses a bucket name that can be none, before any call", () =>
    Effect.gen(function*() {
      const { asked, objects } = yield* storeOn([], {
        credential: Effect.succeed(credentialOf({ bucket: "No Bucket" }))
      })
      assert.deepInclude(yield* Effect.flip(objects.head("k")), { _tag: "StorageError", reason: "Rejected" })
      assert.deepStrictEqual(asked, [])
    }))

  it.effect("keeps keys and tokens out of errors", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([{ status: 403, body: "<Error><Code>AccessDenied</Code></Error>" }, "network"])
      for (const call of [objects.head("k"), objects.head("k")]) {
        const error = yield* Effect.flip(call)
        assert.notMatch(`${error.message} ${JSON.stringify(error)} ${error.stack}`, /the-key-id|the-secret|the-token/)
      }
    }))
})
