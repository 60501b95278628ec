/**
 * What ali-oss never sends: requests that are malformed, unsigned, expired or skewed, and pages of other origins.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, TestClock } from "effect"
import { presign } from "../../src/oss/presign.js"
import { bucket, start, withEndpoint } from "./asking.js"
import { layer } from "./endpoint.js"
import { send, type Unsigned } from "./signedRequest.js"

const xml = (text: string) => ({ method: "POST", body: text, headers: { "content-type": "application/xml" } })

describe("requests that OSS refuses", () => {
  it.effect("answers each with its own code, a request id and the host, never with a 500", () =>
    Effect.gen(function*() {
      const { ask, endpoint } = yield* withEndpoint
      yield* ask({ method: "PUT", key: "k", body: "hello" })
      const uploads = yield* ask({ method: "POST", key: "k", query: [["uploads", ""]] })
      const uploadId = uploads.field("UploadId") ?? ""
      const list = (name: string, value: string) => ask({ method: "GET", query: [[name, value]] })
      const parts = (name: string, value: string) =>
        ask({ method: "GET", key: "k", query: [["uploadId", uploadId], [name, value]] })
      const put = (headers: Record<string, string>) => ask({ method: "PUT", key: "x", body: "hello", headers })
      const lifecycle = (rule: string) =>
        ask({
          method: "PUT",
          query: [["lifecycle", ""]],
          body: `<LifecycleConfiguration><Rule>${rule}</Rule></LifecycleConfiguration>`
        })
      const long = "i".repeat(256)
      const expected: ReadonlyArray<readonly [string, Effect.Effect<{ code: string | undefined; status: number }>]> = [
        ["InvalidArgument 400", send(endpoint, { method: "GET", target: "/%zz" })],
        ["AccessDenied 403", send(endpoint, { method: "GET", target: `/${bucket}/k` })],
        ["InvalidArgument 400", list("max-keys", "0")],
        ["InvalidArgument 400", list("max-keys", "many")],
        ["InvalidArgument 400", list("max-keys", "1001")],
        ["InvalidArgument 400", list("encoding-type", "hex")],
        ["InvalidArgument 400", list("list-type", "3")],
        ["InvalidArgument 400", parts("max-parts", "-1")],
        ["InvalidArgument 400", parts("part-number-marker", "x")],
        ["NotImplemented 501", list("website", "")],
        ["NotImplemented 501", ask({ method: "GET", key: "k", query: [["x-oss-process", "image/info"]] })],
        ["MethodNotAllowed 405", ask({ method: "POST", key: "k" })],
        ["MethodNotAllowed 405", ask({ method: "PATCH", key: "k" })],
        ["InvalidObjectName 400", ask({ method: "PUT", key: "n".repeat(1024), body: "" })],
        ["InvalidObjectName 400", ask({ method: "PUT", key: "/leading", body: "" })],
        ["InvalidBucketName 400", sendPutBucket(ask)],
        ["InvalidDigest 400", put({ "content-md5": "not base64" })],
        ["InvalidDigest 400", put({ "content-md5": Buffer.alloc(16).toString("base64") })],
        ["IncompleteBody 400", put({ "content-length": "6" })],
        ["IncompleteBody 400", put({ "content-length": "4" })],
        ["MissingContentLength 411", put({ "content-length": "five" })],
        ["EntityTooLarge 400", put({ "content-length": String(5 * 1024 ** 3 + 1) })],
        ["InvalidArgument 400", put({ "x-oss-storage-class": "Glacier" })],
        ["InvalidArgument 400", put({ "x-oss-forbid-overwrite": "maybe" })],
        ["InvalidArgument 400", put({ "x-oss-copy-source": "/%zz/k" })],
        ["InvalidArgument 400", put({ "x-oss-copy-source": "no-key" })],
        ["NoSuchKey 404", put({ "x-oss-copy-source": `/${bucket}/missing` })],
        ["InvalidArgument 400", put({ "x-oss-callback": "{}" })],
        ["InvalidArgument 400", put({ "x-oss-callback": Buffer.from("{").toString("base64") })],
        ["InvalidArgument 400", put(callback({ callbackUrl: "http://127.0.0.1:9/" }))],
        ["InvalidArgument 400", put(callback({ callbackUrl: "ftp://127.0.0.1/", callbackBody: "x" }))],
        ["InvalidArgument 400", put(callback({ callbackUrl: "http://127.0.0.1:port/", callbackBody: "x" }))],
        ["InvalidArgument 400", put(callback({ callbackUrl: "a;a;a;a;a;a", callbackBody: "x" }))],
        [
          "InvalidArgument 400",
          put(callback({ callbackUrl: "127.0.0.1:9", callbackBody: "x", callbackBodyType: "text/plain" }))
        ],
        [
          "InvalidArgument 400",
          ask({ method: "PUT", key: "k", query: [["partNumber", "10001"], ["uploadId", uploadId]], body: "x" })
        ],
        ["InvalidArgument 400", ask({ method: "PUT", key: "k", query: [["uploadId", uploadId]], body: "x" })],
        [
          "NoSuchUpload 404",
          ask({ method: "PUT", key: "other", query: [["partNumber", "1"], ["uploadId", uploadId]], body: "x" })
        ],
        ["NoSuchUpload 404", ask({ ...xml("<x>"), key: "k", query: [["uploadId", "none"]] })],
        ["MalformedXML 400", ask({ ...xml("<x>"), key: "k", query: [["uploadId", uploadId]] })],
        ["MalformedXML 400", ask({ ...xml("<Delete/>"), query: [["delete", ""]] })],
        ["MalformedXML 400", ask({ ...xml("<!DOCTYPE a><Delete/>"), query: [["delete", ""]] })],
        ["MalformedXML 400", ask({ ...xml("<RestoreRequest"), key: "k", query: [["restore", ""]] })],
        [
          "InvalidArgument 400",
          ask({ ...xml("<RestoreRequest><Days>0</Days></RestoreRequest>"), key: "k", query: [["restore", ""]] })
        ],
        ["OperationNotSupported 400", ask({ method: "POST", key: "k", query: [["restore", ""]] })],
        ["MalformedXML 400", lifecycle("<Status>Enabled</Status>")],
        ["MalformedXML 400", lifecycle("<Status>On</Status><Expiration><Days>1</Days></Expiration>")],
        ["InvalidArgument 400", lifecycle("<Status>Enabled</Status><Expiration><Days>0</Days></Expiration>")],
        ["InvalidArgument 400", lifecycle("<Status>Enabled</Status><Expiration><Days>1.5</Days></Expiration>")],
        [
          "InvalidArgument 400",
          lifecycle(`<ID>${long}</ID><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>`)
        ],
        [
          "InvalidArgument 400",
          lifecycle(
            "<Status>Enabled</Status><Transition><Days>1</Days><StorageClass>GLACIER</StorageClass></Transition>"
          )
        ],
        [
          "InvalidArgument 400",
          ask({
            method: "PUT",
            query: [["versioning", ""]],
            body: "<VersioningConfiguration><Status>On</Status></VersioningConfiguration>"
          })
        ],
        ["NoSuchCORSConfiguration 404", ask({ method: "GET", query: [["cors", ""]] })],
        ["MalformedXML 400", ask({ method: "PUT", query: [["cors", ""]], body: "<CORSConfiguration/>" })],
        ["BucketNotEmpty 409", ask({ method: "DELETE" })]
      ]
      for (const [at, [words, asked]] of expected.entries()) {
        const { code, status } = yield* asked
        assert.strictEqual(`${code} ${status}`, words, `request ${at}`)
      }
      assert.strictEqual((yield* ask({ method: "GET", key: "x" })).code, "NoSuchKey")
      const missing = yield* ask({ method: "GET", key: "missing" })
      assert.match(missing.field("RequestId") ?? "", /^[0-9A-F]{24}$/)
      assert.strictEqual(missing.headers.get("x-oss-request-id"), missing.field("RequestId"))
      assert.strictEqual(missing.field("HostId"), "127.0.0.1")
      assert.strictEqual(missing.field("Key"), "missing")
      const head = yield* ask({ method: "HEAD", key: "missing" })
      assert.include(Buffer.from(head.headers.get("x-oss-err") ?? "", "base64").toString(), "<Code>NoSuchKey</Code>")
    }).pipe(Effect.provide(layer)))

  it.effect("reads signatures strictly", () =>
    Effect.gen(function*() {
      const { endpoint, key } = yield* withEndpoint
      const url = presign({
        method: "GET",
        endpoint: "http://127.0.0.1",
        region: "oss-cn-hangzhou",
        bucket,
        key: "k",
        credential: { accessKeyId: key.accessKeyId, accessKeySecret: key.secretAccessKey },
        now: start,
        expiresIn: "1 hour"
      }).slice("http://127.0.0.1".length)
      const v4 = (authorization: string, headers: Record<string, string> = {}) =>
        send(endpoint, {
          method: "GET",
          target: `/${bucket}/k`,
          headers: {
            authorization: `OSS4-HMAC-SHA256 ${authorization}`,
            "x-oss-date": "20261121T120000Z",
            "x-oss-content-sha256": "UNSIGNED-PAYLOAD",
            ...headers
          }
        })
      const credential = `Credential=${key.accessKeyId}/20261121/cn-hangzhou/oss/aliyun_v4_request`
      const signature = `Signature=${"0".repeat(64)}`
      const v1 = (target: string, headers: Record<string, string> = {}) =>
        send(endpoint, { method: "GET", target: `/${bucket}/k${target}`, headers })
      const expected = [
        ["NoSuchKey 404", send(endpoint, { method: "GET", target: url })],
        ["SignatureDoesNotMatch 403", send(endpoint, { method: "GET", target: `${url}&versionless=1` })],
        ["SignatureDoesNotMatch 403", send(endpoint, { method: "HEAD", target: url })],
        ["InvalidArgument 400", send(endpoint, { method: "GET", target: url.replace("=3600", "=0") })],
        ["InvalidArgument 400", send(endpoint, { method: "GET", target: url.replace("=3600", "=604801") })],
        ["InvalidArgument 400", send(endpoint, { method: "GET", target: url.replace("cn-hangzhou", "cn-beijing") })],
        ["InvalidArgument 400", send(endpoint, { method: "GET", target: url.replace("x-oss-credential", "c") })],
        ["InvalidArgument 400", send(endpoint, { method: "GET", target: url, headers: { authorization: "OSS a:b" } })],
        ["InvalidArgument 400", send(endpoint, { method: "GET", target: url.replace("OSS4", "OSS5") })],
        ["SignatureDoesNotMatch 403", v4(`${credential},${signature}`)],
        ["InvalidArgument 400", v4(`${credential},Signature=short`)],
        ["InvalidArgument 400", v4(signature)],
        ["InvalidArgument 400", v4(`${credential},${signature}`, { "x-oss-content-sha256": "0".repeat(64) })],
        ["InvalidArgument 400", v4(`${credential},AdditionalHeaders=absent,${signature}`)],
        ["InvalidArgument 400", v4(`${credential},${signature}`, { "x-oss-date": "20261122T000000Z" })],
        ["AccessDenied 403", v4(`${credential},${signature}`, { "x-oss-date": "today" })],
        ["InvalidArgument 400", v1("", { authorization: "OSS nothing", date: new Date(start).toUTCString() })],
        ["InvalidArgument 400", v1("", { authorization: "Basic Zm9vOmJhcg==" })],
        ["AccessDenied 403", v1("", { authorization: "OSS a:b" })],
        ["InvalidAccessKeyId 403", v1("", { authorization: "OSS a:b", date: new Date(start).toUTCString() })],
        ["InvalidArgument 400", v1("?OSSAccessKeyId=a")],
        ["InvalidArgument 400", v1("?OSSAccessKeyId=a&Signature=b&Expires=soon")]
      ] as const
      for (const [at, [words, asked]] of expected.entries()) {
        const { code, headers, status, text } = yield* asked
        const inHeader = Buffer.from(headers.get("x-oss-err") ?? "", "base64").toString()
        const found = code ?? /<Code>(\w+)</.exec(inHeader)?.[1]
        assert.strictEqual(`${found} ${status}`, words, `request ${at}: ${text}`)
      }
    }).pipe(Effect.provide(layer)))

  it.effect("knows when an address has ended and whose clock is wrong", () =>
    Effect.gen(function*() {
      const { ask, endpoint, key } = yield* withEndpoint
      const now = yield* Clock.currentTimeMillis
      const { pathname, search } = new URL(presign({
        method: "GET",
        endpoint: "http://127.0.0.1",
        region: "oss-cn-hangzhou",
        bucket,
        key: "k",
        credential: { accessKeyId: key.accessKeyId, accessKeySecret: key.secretAccessKey },
        now,
        expiresIn: "1 minute"
      }))
      const read = send(endpoint, { method: "GET", target: pathname + search })
      yield* ask({ method: "PUT", key: "k", body: "hello" })
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual((yield* read).text, "hello")
      yield* TestClock.adjust("1 seconds")
      const late = yield* read
      assert.deepStrictEqual([late.status, late.code, late.field("Message")], [
        403,
        "AccessDenied",
        "Request has expired."
      ])
      yield* TestClock.setTime(now - Duration.toMillis("16 minutes"))
      const early = yield* read
      assert.deepStrictEqual([early.status, early.code], [403, "RequestTimeTooSkewed"])
      assert.strictEqual(Date.parse(early.field("ServerTime") ?? ""), now - Duration.toMillis("16 minutes"))
    }).pipe(Effect.provide(layer)))

  it.effect("restores take their time, and a second request has to wait", () =>
    Effect.gen(function*() {
      const { ask } = yield* withEndpoint
      const body = "<RestoreRequest><Days>3</Days></RestoreRequest>"
      const restore = ask({ ...xml(body), key: "cold", query: [["restore", ""]] })
      yield* ask({ method: "PUT", key: "cold", body: "cold", headers: { "x-oss-storage-class": "ColdArchive" } })
      assert.strictEqual((yield* restore).status, 202)
      assert.deepInclude(yield* restore, { status: 409, code: "RestoreAlreadyInProgress" })
      const head = yield* ask({ method: "HEAD", key: "cold" })
      assert.strictEqual(head.headers.get("x-oss-restore"), "ongoing-request=\"true\"")
      assert.strictEqual((yield* ask({ method: "GET", key: "cold" })).code, "InvalidObjectState")
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* ask({ method: "GET", key: "cold" })).text, "cold")
      assert.strictEqual((yield* restore).status, 200)
      yield* TestClock.adjust("3 days")
      assert.strictEqual((yield* ask({ method: "GET", key: "cold" })).code, "InvalidObjectState")
    }).pipe(Effect.provide(layer)))

  it.effect("lets pages read what uploads need, unless the bucket's rules say no", () =>
    Effect.gen(function*() {
      const { ask, endpoint } = yield* withEndpoint
      const origin = "https://page.test"
      const preflight = send(endpoint, {
        method: "OPTIONS",
        target: `/${bucket}/k`,
        headers: { origin, "access-control-request-method": "PUT", "access-control-request-headers": "content-type" }
      })
      assert.strictEqual((yield* preflight).headers.get("access-control-allow-origin"), "*")
      const put = yield* ask({ method: "PUT", key: "k", body: "x", headers: { origin } })
      const exposed = put.headers.get("access-control-expose-headers")?.split(", ") ?? []
      for (const name of ["ETag", "x-oss-hash-crc64ecma", "x-oss-request-id"]) assert.include(exposed, name)
      const failed = yield* ask({ method: "GET", key: "missing", headers: { origin } })
      assert.strictEqual(failed.headers.get("access-control-allow-origin"), "*")
      const rule =
        "<CORSRule><AllowedOrigin>https://other.test</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule>"
      yield* ask({
        method: "PUT",
        query: [["cors", ""]],
        body: `<CORSConfiguration>${rule}</CORSConfiguration>`
      })
      assert.deepInclude(yield* preflight, { status: 403, code: "AccessForbidden" })
      assert.isNull((yield* ask({ method: "GET", key: "k", headers: { origin } })).headers.get(
        "access-control-allow-origin"
      ))
    }).pipe(Effect.provide(layer)))
})

const callback = (parameters: Record<string, string>) => ({
  "x-oss-callback": Buffer.from(JSON.stringify(parameters)).toString("base64")
})

const sendPutBucket = <A>(ask: (request: Unsigned) => A): A => ask({ method: "PUT", bucket: "No_Bucket" })
