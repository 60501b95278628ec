import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, Redacted, Ref, Stream, TestClock } from "effect"
import * as S3Sdk from "../../../../src/layers/storage/s3/S3Sdk.js"
import type { StoredPart } from "../../../../src/services/PartStore.js"
import { credentialOf, storeOn as openStore, until } from "./fakeNetwork.js"
import { useReaderOfXml } from "./readerOfXml.js"

const part = { number: 1, start: 0, end: 10 }

const queryOf = (address: { readonly url: Redacted.Redacted<string> }) =>
  new URL(Redacted.value(address.url)).searchParams

const listPage = (numbers: ReadonlyArray<number>, next?: number) => ({
  status: 200,
  body: `<ListPartsResult><IsTruncated>${next !== undefined}</IsTruncated>${
    next === undefined ? "" : `<NextPartNumberMarker>${next}</NextPartNumberMarker>`
  }${
    numbers.map((number) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>&quot;e${number}&quot;</ETag><Size>5</Size></Part>`
    )
      .join("")
  }</ListPartsResult>`
})

const ways = [
  { how: "whose calls the SDK makes", callsAsPage: false },
  { how: "whose calls a page makes by itself", callsAsPage: true }
]

describe.each(ways)("the S3 object store $how", ({ callsAsPage }) => {
  useReaderOfXml()

  const storeOn: typeof openStore = (answers, options) => openStore(answers, { callsAsPage, ...options })

  it.effect("signs a PUT with its content type and its mark, which must be sent", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00Z"))
      const { asked, objects } = yield* storeOn([])
      const address = yield* objects.presign({
        method: "PUT",
        key: "a b/ü.txt",
        contentType: "text/plain",
        mark: "m",
        digest: { md5: "00".repeat(16), crc32: "AAAAAA==" },
        expiresIn: "1 hour"
      })
      const url = new URL(Redacted.value(address.url))
      assert.strictEqual(`${url.origin}${url.pathname}`, "http://storage.test:9000/bucket/a%20b/%C3%BC.txt")
      assert.strictEqual(url.searchParams.get("X-Amz-Date"), "20261120T120000Z")
      assert.strictEqual(url.searchParams.get("X-Amz-Expires"), "3600")
      assert.strictEqual(url.searchParams.get("X-Amz-Security-Token"), "the-token")
      assert.strictEqual(
        url.searchParams.get("X-Amz-SignedHeaders"),
        "content-md5;content-type;host;x-amz-checksum-crc32;x-amz-meta-effect-drive"
      )
      assert.deepStrictEqual(address.headers, {
        "content-type": "text/plain",
        "x-amz-meta-effect-drive": "m",
        "content-md5": "AAAAAAAAAAAAAAAAAAAAAA==",
        "x-amz-checksum-crc32": "AAAAAA=="
      })
      assert.strictEqual(address.credentialVersion, 1)
      assert.strictEqual(address.expiresAt, Date.parse("2026-11-20T13:00:00Z"))
      assert.deepStrictEqual(asked, [])
    }))

  it.effect("signs no content type that was not given, and no checksum of an empty body", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([])
      const put = yield* objects.presign({ method: "PUT", key: "k" })
      assert.strictEqual(queryOf(put).get("X-Amz-SignedHeaders"), "host")
      assert.deepStrictEqual(put.headers, {})
      assert.deepStrictEqual([...queryOf(put).keys()].filter((name) => /checksum/i.test(name)), [])
      const upload = yield* objects.presignPart({ key: "k", uploadId: "u", partNumber: 3 })
      assert.strictEqual(queryOf(upload).get("partNumber"), "3")
      assert.strictEqual(queryOf(upload).get("X-Amz-Expires"), "900")
    }))

  it.effect("ends an address with the credential that signed it", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([], { credential: Effect.succeed(credentialOf({ expiresAt: 60_000 })) })
      assert.strictEqual((yield* objects.presign({ method: "GET", key: "k" })).expiresAt, 60_000)
    }))

  it.effect("takes the new credential as soon as there is one", () =>
    Effect.gen(function*() {
      const current = yield* Ref.make(credentialOf())
      const { objects } = yield* storeOn([], { credential: Ref.get(current) })
      const before = yield* objects.presign({ method: "GET", key: "k" })
      const bucket = credentialOf().bucket
      yield* Ref.set(
        current,
        credentialOf({
          version: 2,
          bucket: bucket === undefined ? undefined : { ...bucket, accessKeyId: Redacted.make("the-next-key") }
        })
      )
      const after = yield* objects.presign({ method: "GET", key: "k" })
      assert.deepStrictEqual([before.credentialVersion, after.credentialVersion], [1, 2])
      assert.match(queryOf(after).get("X-Amz-Credential") ?? "", /^the-next-key\//)
    }))

  it.effect("puts Amazon's bucket into the host name, others' into the path unless an option says otherwise", () =>
    Effect.gen(function*() {
      const bucket = credentialOf().bucket
      const amazon = credentialOf({ bucket: bucket === undefined ? undefined : { ...bucket, endpoint: undefined } })
      const { objects } = yield* storeOn([], { credential: Effect.succeed(amazon) })
      const address = yield* objects.presign({ method: "GET", key: "k" })
      assert.strictEqual(new URL(Redacted.value(address.url)).host, "bucket.s3.eu-1.amazonaws.com")
      const virtual = yield* storeOn([], { forcePathStyle: false })
      const hosted = yield* virtual.objects.presign({ method: "GET", key: "k" })
      assert.strictEqual(new URL(Redacted.value(hosted.url)).host, "bucket.storage.test:9000")
    }))

  it.effect("fails on a reply without an ETag, with the advice to expose it", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([])
      const address = yield* objects.presign({ method: "PUT", key: "k" })
      const error = yield* Effect.flip(
        objects.accept({ key: "k" }, part, address, { status: 200, headers: {}, body: "" })
      )
      assert.deepInclude(error, { _tag: "StorageError", reason: "MissingEtag" })
      assert.match(error.message, /CORS/)
    }))

  it.effect("strips the quotes of ETags", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([])
      const address = yield* objects.presign({ method: "PUT", key: "k" })
      const stored = yield* objects.accept({ key: "k" }, part, address, {
        status: 200,
        headers: { etag: "\"abc\"" },
        body: ""
      })
      assert.deepStrictEqual(stored, { number: 1, size: 10, etag: "abc" })
    }))

  it.effect("names the credential of the address that was refused", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([])
      const address = yield* objects.presignPart({ key: "k", uploadId: "u", partNumber: 1 })
      const reply = { status: 400, headers: {}, body: "<Error><Code>ExpiredToken</Code></Error>" }
      const error = yield* Effect.flip(
        objects.accept({ key: "k", uploadId: "u" }, part, { ...address, credentialVersion: 4 }, reply)
      )
      assert.deepInclude(error, { _tag: "CredentialExpired", version: 4 })
    }))

  it.effect("lists all pages", () =>
    Effect.gen(function*() {
      const { asked, objects } = yield* storeOn([listPage([1, 2], 2), listPage([3])])
      const parts = yield* Stream.runCollect(objects.listParts({ key: "k", uploadId: "u" }))
      assert.deepStrictEqual<ReadonlyArray<StoredPart>>(
        [...parts],
        [1, 2, 3].map((number) => ({ number, size: 5, etag: `e${number}` }))
      )
      assert.deepStrictEqual(asked.map(({ url }) => url.searchParams.get("part-number-marker")), [null, "2"])
    }))

  it.effect("reads the object when the reply to a complete has no ETag", () =>
    Effect.gen(function*() {
      const { asked, objects } = yield* storeOn([
        { status: 200, body: "<CompleteMultipartUploadResult><ETag></ETag></CompleteMultipartUploadResult>" },
        { status: 200, headers: { etag: "\"whole-1\"", "content-length": "15", "x-amz-meta-effect-drive": "m" } }
      ])
      const parts = [{ number: 2, size: 5, etag: "e2" }, { number: 1, size: 10, etag: "e1" }]
      const stored = yield* objects.complete({ key: "k", uploadId: "u", parts })
      assert.deepStrictEqual(stored, { key: "k", size: 15, etag: "whole-1", mark: "m" })
      assert.match(asked[0]?.body ?? "", /<PartNumber>1<\/PartNumber>.*<PartNumber>2<\/PartNumber>/)
    }))

  it.effect("takes an error in a 200 for an error", () =>
    Effect.gen(function*() {
      const failed = { status: 200, body: "<?xml version=\"1.0\"?>\n<Error><Code>InternalError</Code></Error>" }
      const { objects } = yield* storeOn([failed, listPage([1])])
      const parts = [{ number: 1, size: 5, etag: "e1" }]
      const error = yield* Effect.flip(objects.complete({ key: "k", uploadId: "u", parts }))
      assert.deepInclude(error, { _tag: "StorageError", code: "InternalError", retry: "later" })
    }))

  it.effect("sees in the part list that the upload of a failed complete is gone", () =>
    Effect.gen(function*() {
      const failed = { status: 500, body: "<Error><Code>InternalError</Code></Error>" }
      const { objects } = yield* storeOn([failed, { status: 404, body: "<Error><Code>NoSuchKey</Code></Error>" }])
      const parts = [{ number: 1, size: 5, etag: "e1" }]
      const error = yield* Effect.flip(objects.complete({ key: "k", uploadId: "u", parts }))
      assert.strictEqual(error._tag, "NoSuchUpload")
    }))

  it.effect("has none for a missing object, and aborts what is gone", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([{ status: 404 }, {
        status: 404,
        body: "<Error><Code>NoSuchUpload</Code></Error>"
      }])
      assert.isTrue(Option.isNone(yield* objects.head("k")))
      yield* objects.abort({ key: "k", uploadId: "u" })
    }))

  it.effect("names a page of HTML by its status, a refused connection as network", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([{ status: 502, body: "<html>Bad Gateway</html>" }, "network"])
      assert.deepInclude(yield* Effect.flip(objects.createMultipart({ key: "k" })), {
        _tag: "StorageError",
        status: 502,
        retry: "later"
      })
      assert.deepInclude(yield* Effect.flip(objects.createMultipart({ key: "k" })), {
        _tag: "TransportError",
        reason: "Network",
        path: "http://storage.test:9000/bucket/k"
      })
    }))

  it.effect("names an answer that is no XML", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([{ status: 200, body: "<<not xml" }])
      const error = yield* Effect.flip(objects.createMultipart({ key: "k" }))
      assert.deepInclude(error, { _tag: "TransportError", reason: "Decode" })
    }))

  it.effect("closes the request of a caller that leaves", () =>
    Effect.gen(function*() {
      const { asked, ended, objects } = yield* storeOn(["never"])
      const fiber = yield* Effect.fork(objects.createMultipart({ key: "k" }))
      yield* until(() => asked.length > 0)
      yield* Fiber.interrupt(fiber)
      yield* until(() => ended.length > 0)
      assert.deepStrictEqual(ended, ["/bucket/k"])
    }))

  it.effect("gives up waiting for an answer after a minute", () =>
    Effect.gen(function*() {
      const { asked, objects } = yield* storeOn(["never"])
      const fiber = yield* Effect.fork(Effect.flip(objects.createMultipart({ key: "k" })))
      yield* until(() => asked.length > 0)
      yield* TestClock.adjust("61 seconds")
      assert.deepInclude(yield* Fiber.join(fiber), { _tag: "TransportError", reason: "Timeout" })
    }))

  it.effect("sends no trace headers and no cookies", () =>
    Effect.gen(function*() {
      const created = "<InitiateMultipartUploadResult><UploadId>u-1</UploadId></InitiateMultipartUploadResult>"
      const { asked, objects } = yield* storeOn([{ status: 200, body: created }])
      assert.strictEqual(yield* objects.createMultipart({ key: "k", contentType: "a/b", mark: "m" }), "u-1")
      const headers = asked[0]?.headers ?? {}
      for (const name of ["b3", "traceparent", "cookie"]) assert.isUndefined(headers[name], name)
      assert.strictEqual(headers["content-type"], "a/b")
      assert.strictEqual(headers["x-amz-meta-effect-drive"], "m")
    }))

  it.effect("says which package is missing, and looks again the next time", () =>
    Effect.gen(function*() {
      let isInstalled = false
      const sdk = S3Sdk.make(async () => isInstalled ? await import("./sdk.js").then((m) => m.sdk()) : undefined)
      const { objects } = yield* storeOn([{ status: 404 }], { sdk, callsAsPage: false })
      const error = yield* Effect.flip(objects.head("k"))
      assert.deepInclude(error, { _tag: "UnsupportedOperation", platform: "s3" })
      assert.match(error.message, /^aws s3 command required: npm install @aws-sdk\/client-s3/)
      isInstalled = true
      assert.isTrue(Option.isNone(yield* objects.head("k")))
    }))

  it.effect("fails where the credential has no bucket", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([], { credential: Effect.succeed(credentialOf({ bucket: undefined })) })
      assert.deepInclude(yield* Effect.flip(objects.head("k")), {
        _tag: "StorageError",
        reason: "CredentialsIncomplete"
      })
    }))

  it.effect("shows no secret in its errors", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn(["network", { status: 403, body: "<Error><Code>AccessDenied</Code></Error>" }])
      for (
        const error of [
          yield* Effect.flip(objects.head("k")),
          yield* Effect.flip(objects.createMultipart({ key: "k" }))
        ]
      ) {
        const text = JSON.stringify(error) + String(error) + (error.stack ?? "")
        assert.notMatch(text, /the-secret|the-token|the-key-id|X-Amz-Signature/)
      }
    }))
})
