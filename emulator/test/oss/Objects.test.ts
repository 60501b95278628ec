/**
 * What the documentation says of objects and ali-oss has no method for: all ranges and conditions, headers that an address
 * changes, objects that must not be replaced, and requests that must not be taken for others.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { createHash } from "node:crypto"
import { gunzipSync } from "node:zlib"
import { bucket, presigned, start, withEndpoint } from "./asking.js"
import { layer } from "./endpoint.js"
import { send } from "./signedRequest.js"

const md5Of = (text: string) => createHash("md5").update(text).digest("base64")

describe("objects of OSS", () => {
  it.effect("are read by one range: of several the first, outside of the object the whole", () =>
    Effect.gen(function*() {
      const { ask } = yield* withEndpoint
      yield* ask({ method: "PUT", key: "k", body: "0123456789" })
      yield* ask({ method: "PUT", key: "empty", body: "" })
      const read = (range: string, behavior?: string, key = "k") =>
        Effect.map(
          ask({
            method: "GET",
            key,
            headers: { range, ...behavior === undefined ? {} : { "x-oss-range-behavior": behavior } }
          }),
          ({ code, headers, status, text }) =>
            `${status} ${code ?? text}${status === 206 ? ` ${headers.get("content-range")}` : ""}`
        )
      const whole = "200 0123456789"
      const cases: ReadonlyArray<readonly [range: string, answer: string, standard: string]> = [
        ["bytes=2-4", "206 234 bytes 2-4/10", "206 234 bytes 2-4/10"],
        ["bytes=2-4,6-7", "206 234 bytes 2-4/10", "206 234 bytes 2-4/10"],
        ["bytes=2-4, 6-7", "206 234 bytes 2-4/10", "206 234 bytes 2-4/10"],
        ["bytes=-3, 0-1", "206 789 bytes 7-9/10", "206 789 bytes 7-9/10"],
        ["bytes=-10", "206 0123456789 bytes 0-9/10", "206 0123456789 bytes 0-9/10"],
        ["bytes=-11", whole, "206 0123456789 bytes 0-9/10"],
        ["bytes=-0", whole, "416 InvalidRange"],
        ["bytes=0-9", "206 0123456789 bytes 0-9/10", "206 0123456789 bytes 0-9/10"],
        ["bytes=0-10", whole, "206 0123456789 bytes 0-9/10"],
        ["bytes=9-", "206 9 bytes 9-9/10", "206 9 bytes 9-9/10"],
        ["bytes=10-", whole, "416 InvalidRange"],
        ["bytes=5-4", whole, whole],
        ["byte=2-4", whole, whole],
        ["bytes=a-b", whole, whole],
        ["bytes=-", whole, whole]
      ]
      for (const [range, answer, standard] of cases) {
        assert.strictEqual(yield* read(range), answer, range)
        assert.strictEqual(yield* read(range, "standard"), standard, `${range}, standard`)
      }
      assert.strictEqual(yield* read("bytes=0-", undefined, "empty"), "200 ")
      assert.strictEqual(yield* read("bytes=-1", undefined, "empty"), "200 ")
    }).pipe(Effect.provide(layer)))

  it.effect("are read on conditions, by ETag before time", () =>
    Effect.gen(function*() {
      const { ask } = yield* withEndpoint
      const put = yield* ask({ method: "PUT", key: "k", body: "hello" })
      const etag = put.headers.get("etag") ?? ""
      yield* TestClock.adjust("1 hour")
      const [before, at] = [start - 1000, start].map((time) => new Date(time).toUTCString())
      const cases: ReadonlyArray<readonly [Record<string, string>, number]> = [
        [{ "if-match": etag.toLowerCase() }, 200],
        [{ "if-match": `"other", ${etag}` }, 200],
        [{ "if-match": "*" }, 200],
        [{ "if-match": "\"other\"" }, 412],
        [{ "if-none-match": etag }, 304],
        [{ "if-none-match": "*" }, 304],
        [{ "if-none-match": "\"other\"" }, 200],
        [{ "if-modified-since": at ?? "" }, 304],
        [{ "if-modified-since": before ?? "" }, 200],
        [{ "if-unmodified-since": at ?? "" }, 200],
        [{ "if-unmodified-since": before ?? "" }, 412],
        [{ "if-none-match": "\"other\"", "if-modified-since": at ?? "" }, 200]
      ]
      for (const method of ["GET", "HEAD"]) {
        for (const [headers, status] of cases) {
          const answer = yield* ask({ method, key: "k", headers })
          assert.strictEqual(answer.status, status, `${method} ${JSON.stringify(headers)}`)
          if (status === 304) assert.deepEqual([answer.text, answer.headers.get("etag")], ["", etag])
        }
      }
      // The source of a copy has conditions of its own.
      const copy = (headers: Record<string, string>) =>
        ask({ method: "PUT", key: "copy", headers: { "x-oss-copy-source": "/my-bucket/k", ...headers } })
      assert.strictEqual((yield* copy({ "x-oss-copy-source-if-match": "\"other\"" })).code, "PreconditionFailed")
      assert.strictEqual((yield* copy({ "x-oss-copy-source-if-match": etag })).status, 200)
    }).pipe(Effect.provide(layer)))

  it.effect("are answered with the headers that a signed address asks for", () =>
    Effect.gen(function*() {
      const { ask, endpoint, key } = yield* withEndpoint
      yield* ask({ method: "PUT", key: "k", body: "hello", headers: { "content-type": "text/plain" } })
      const query = {
        "response-content-type": "text/x-as",
        "response-content-disposition": "attachment; filename=\"ü.txt\"; filename*=UTF-8''%C3%BC.txt",
        "response-content-encoding": "identity",
        "response-content-language": "de",
        "response-cache-control": "no-store",
        "response-expires": "Fri, 24 Feb 2012 17:00:00 GMT"
      }
      const target = presigned(key, {
        method: "GET",
        now: start,
        query: { ...query, "response-content-disposition": "x" }
      })
      const { headers } = yield* send(endpoint, { method: "GET", target })
      for (const [name, value] of Object.entries({ ...query, "response-content-disposition": "x" })) {
        assert.strictEqual(headers.get(name.slice("response-".length)), value)
      }
      const without = yield* send(endpoint, { method: "GET", target: target.replace("no-store", "private") })
      assert.strictEqual(without.code, "SignatureDoesNotMatch")
    }).pipe(Effect.provide(layer)))

  it.effect("go out compressed when they are texts and whoever asks takes gzip: without length and ETag, to a HEAD too", () =>
    Effect.gen(function*() {
      const { ask } = yield* withEndpoint
      const text = "0123456789abcdef".repeat(64)
      const put = (key: string, body: string, headers: Record<string, string>) =>
        ask({ method: "PUT", key, body, headers })
      yield* put("text", text, { "content-type": "text/plain; charset=utf-8", "x-oss-meta-mark": "m" })
      yield* put("short", text.slice(1), { "content-type": "text/plain" })
      yield* put("bytes", text, { "content-type": "image/png" })
      yield* put("packed", text, { "content-type": "text/plain", "content-encoding": "br" })
      const told = (method: string, key: string, headers: Record<string, string>) =>
        Effect.map(
          ask({ method, key, headers }),
          (one) =>
            ["content-encoding", "content-length", "etag", "accept-ranges"].map((name) =>
              one.headers.get(name) !== null
            )
        )
      const plain = [false, true, true, true]
      for (const method of ["HEAD", "GET"]) {
        assert.deepEqual(yield* told(method, "text", { "accept-encoding": "deflate, gzip;q=0.5, br" }), [
          true,
          false,
          false,
          false
        ])
        assert.deepEqual(yield* told(method, "text", { "accept-encoding": "gzip;q=0, identity" }), plain)
        assert.deepEqual(yield* told(method, "text", {}), plain)
        assert.deepEqual(yield* told(method, "text", { "accept-encoding": "gzip", range: "bytes=0-" }), plain)
        for (const key of ["short", "bytes"]) {
          assert.deepEqual(yield* told(method, key, { "accept-encoding": "gzip" }), plain, key)
        }
        assert.deepEqual(yield* told(method, "packed", { "accept-encoding": "gzip" }), [true, true, true, true])
      }
      const head = yield* ask({ method: "HEAD", key: "text", headers: { "accept-encoding": "gzip" } })
      assert.strictEqual(head.headers.get("x-oss-meta-mark"), "m")
      assert.isNotNull(head.headers.get("x-oss-hash-crc64ecma"))
      const packed = yield* ask({ method: "GET", key: "text", headers: { "accept-encoding": "gzip" } })
      assert.strictEqual(gunzipSync(packed.bytes).toString(), text)
    }).pipe(Effect.provide(layer)))

  it.effect("are not replaced when the request forbids it, whichever way it stores", () =>
    Effect.gen(function*() {
      const { ask } = yield* withEndpoint
      const forbids = { "x-oss-forbid-overwrite": "true" }
      const begin = (headers: Record<string, string>) =>
        ask({ method: "POST", key: "k", query: [["uploads", ""]], headers })
      const uploadId = (yield* begin(forbids)).field("UploadId") ?? ""
      const part = yield* ask({
        method: "PUT",
        key: "k",
        query: [["partNumber", "1"], ["uploadId", uploadId]],
        body: "part"
      })
      assert.strictEqual((yield* ask({ method: "PUT", key: "k", body: "first", headers: forbids })).status, 200)
      const etag = part.headers.get("etag") ?? ""
      const stores = [
        ask({ method: "PUT", key: "k", body: "second", headers: forbids }),
        ask({ method: "PUT", key: "k", headers: { ...forbids, "x-oss-copy-source": "/my-bucket/k" } }),
        begin(forbids),
        ask({
          method: "POST",
          key: "k",
          query: [["uploadId", uploadId]],
          headers: forbids,
          body: `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${etag}</ETag></Part>` +
            "</CompleteMultipartUpload>"
        })
      ]
      for (const [at, store] of stores.entries()) {
        assert.deepInclude(yield* store, { status: 409, code: "FileAlreadyExists" }, `way ${at}`)
      }
      assert.strictEqual((yield* ask({ method: "GET", key: "k" })).text, "first")
      assert.strictEqual((yield* begin({ "x-oss-forbid-overwrite": "false" })).status, 200)
    }).pipe(Effect.provide(layer)))

  it.effect("are not written under conditions that only reads have, or with what nobody does with them", () =>
    Effect.gen(function*() {
      const { ask } = yield* withEndpoint
      const first = yield* ask({ method: "PUT", key: "k", body: "first" })
      const etag = first.headers.get("etag") ?? ""
      const date = new Date(0).toUTCString()
      const uploads = ask({ method: "POST", key: "k", query: [["uploads", ""]] })
      const uploadId = (yield* uploads).field("UploadId") ?? ""
      for (
        const [name, value] of [
          ["if-match", "\"other\""],
          ["if-none-match", "*"],
          ["if-modified-since", date],
          ["if-unmodified-since", date],
          ["x-oss-server-side-encryption", "AES256"],
          ["x-oss-tagging", "a=b"],
          ["x-oss-object-acl", "public-read"]
        ] as const
      ) {
        const headers = { [name]: value }
        const copied = { ...headers, "x-oss-copy-source": "/my-bucket/k" }
        const writes = [
          ask({ method: "PUT", key: "k", body: "second", headers }),
          ask({ method: "PUT", key: "k", headers: copied }),
          ask({ method: "POST", key: "k", query: [["uploads", ""]], headers }),
          ask({ method: "POST", key: "k", query: [["uploadId", uploadId]], body: "", headers }),
          ask({ method: "DELETE", key: "k", headers })
        ]
        for (const [at, write] of writes.entries()) {
          const refused = yield* write
          assert.deepInclude(refused, { status: 501, code: "NotImplemented" }, `${name}, way ${at}`)
          assert.strictEqual(refused.field("Header"), name)
        }
      }
      assert.strictEqual((yield* ask({ method: "GET", key: "k" })).text, "first")
      // ali-oss sends the conditions of a copy's source twice; they are the source's.
      const both = { "if-match": etag, "x-oss-copy-source-if-match": etag, "x-oss-copy-source": "/my-bucket/k" }
      assert.strictEqual((yield* ask({ method: "PUT", key: "copy", headers: both })).status, 200)
      const asIs = { "x-oss-object-acl": "private" }
      assert.strictEqual((yield* ask({ method: "PUT", key: "k", body: "third", headers: asIs })).status, 200)
    }).pipe(Effect.provide(layer)))

  it.effect("stay when another version of them is to be removed or copied", () =>
    Effect.gen(function*() {
      const { ask } = yield* withEndpoint
      yield* ask({ method: "PUT", key: "k", body: "live" })
      const body = "<Delete><Object><Key>k</Key><VersionId>v1</VersionId></Object></Delete>"
      const headers = { "content-md5": md5Of(body) }
      const source = { "x-oss-copy-source": "/my-bucket/k?versionId=v1" }
      for (
        const asked of [
          ask({ method: "DELETE", key: "k", query: [["versionId", "v1"]] }),
          ask({ method: "POST", query: [["delete", ""]], body, headers }),
          ask({ method: "PUT", key: "copy", headers: source }),
          ask({ method: "GET", key: "k", query: [["versionId", "v1"]] })
        ]
      ) assert.deepInclude(yield* asked, { status: 501, code: "NotImplemented" })
      assert.strictEqual((yield* ask({ method: "GET", key: "k" })).text, "live")
      assert.strictEqual((yield* ask({ method: "GET", key: "copy" })).code, "NoSuchKey")
    }).pipe(Effect.provide(layer)))

  it.effect("are not stored by a page's form, which is 405 whatever its fields say", () =>
    Effect.gen(function*() {
      const { ask, endpoint } = yield* withEndpoint
      const body = "--b\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\nk\r\n--b--\r\n"
      const form = yield* send(endpoint, {
        method: "POST",
        target: "/my-bucket/",
        headers: { "content-type": "multipart/form-data; boundary=b", "content-length": String(body.length) },
        body
      })
      assert.deepInclude(form, { status: 405, code: "MethodNotAllowed" })
      assert.strictEqual((yield* ask({ method: "GET", key: "k" })).code, "NoSuchKey")
    }).pipe(Effect.provide(layer)))

  it.effect("are not what a request about something else stores or removes", () =>
    Effect.gen(function*() {
      const { ask } = yield* withEndpoint
      for (const name of ["partNumber", "uploads", "restore", "delete"]) {
        const put = yield* ask({ method: "PUT", key: "k", query: [[name, "1"]], body: "a part" })
        assert.deepInclude(put, { status: 405, code: "MethodNotAllowed" }, name)
      }
      assert.strictEqual((yield* ask({ method: "GET", key: "k" })).code, "NoSuchKey")
      for (const name of ["versioning", "uploads", "location", "bucketInfo", "something"]) {
        assert.strictEqual((yield* ask({ method: "DELETE", query: [[name, ""]] })).code, "MethodNotAllowed", name)
      }
      assert.strictEqual((yield* ask({ method: "DELETE", query: [["website", ""]] })).code, "NotImplemented")
      assert.strictEqual((yield* ask({ method: "GET" })).status, 200)
      assert.strictEqual(
        (yield* ask({ method: "GET", query: [["prefix", "a"], ["prefix", "b"]] })).code,
        "InvalidArgument"
      )
      assert.strictEqual((yield* ask({ method: "DELETE" })).status, 204)
      assert.strictEqual((yield* ask({ method: "GET" })).code, "NoSuchBucket")
    }).pipe(Effect.provide(layer)))

  it.effect("are neither replaced nor removed where they would become versions, which are not kept", () =>
    Effect.gen(function*() {
      const { ask } = yield* withEndpoint
      const set = (status: string) =>
        ask({
          method: "PUT",
          query: [["versioning", ""]],
          body: `<VersioningConfiguration><Status>${status}</Status></VersioningConfiguration>`
        })
      const put = (key: string) => ask({ method: "PUT", key, body: "new" })
      const copy = ask({ method: "PUT", key: "k", headers: { "x-oss-copy-source": `/${bucket}/other` } })
      const list = "<Delete><Object><Key>other</Key></Object><Object><Key>k</Key></Object></Delete>"
      const removeBoth = ask({
        method: "POST",
        query: [["delete", ""]],
        headers: { "content-md5": md5Of(list) },
        body: list
      })
      yield* ask({ method: "PUT", key: "k", body: "old" })
      assert.strictEqual((yield* set("Enabled")).status, 200)
      assert.strictEqual((yield* put("other")).status, 200)
      const begun = yield* ask({ method: "POST", key: "k", query: [["uploads", ""]] })
      const uploadId = /<UploadId>(.+)<\/UploadId>/.exec(begun.text)?.[1] ?? ""
      const part = yield* ask({
        method: "PUT",
        key: "k",
        query: [["partNumber", "1"], ["uploadId", uploadId]],
        body: "new"
      })
      const named = `<Part><PartNumber>1</PartNumber><ETag>${part.headers.get("etag")}</ETag></Part>`
      const complete = ask({
        method: "POST",
        key: "k",
        query: [["uploadId", uploadId]],
        body: `<CompleteMultipartUpload>${named}</CompleteMultipartUpload>`
      })
      for (const call of [put("k"), copy, complete, ask({ method: "DELETE", key: "k" }), removeBoth]) {
        assert.deepInclude(yield* call, { status: 501, code: "NotImplemented" })
      }
      assert.strictEqual((yield* ask({ method: "GET", key: "k" })).text, "old")
      assert.strictEqual((yield* ask({ method: "GET", key: "other" })).text, "new")
      yield* set("Suspended")
      assert.strictEqual((yield* complete).status, 200)
      assert.strictEqual((yield* removeBoth).status, 200)
    }).pipe(Effect.provide(layer)))

  it.effect("have keys of 1 to 1,023 bytes that begin with neither slash", () =>
    Effect.gen(function*() {
      const { ask } = yield* withEndpoint
      const longest = `${"ü".repeat(511)}x`
      for (const key of [longest, "..", "a/../b", "./c", "a//b", "a\\b", "\u0001\r\n\t", "%2F", "a+b"]) {
        assert.strictEqual((yield* ask({ method: "PUT", key, body: key })).status, 200, key)
        assert.strictEqual((yield* ask({ method: "GET", key })).text, key)
      }
      for (const key of [`${longest}x`, "ü".repeat(512), "\\leading", "/leading"]) {
        assert.strictEqual((yield* ask({ method: "PUT", key, body: "" })).code, "InvalidObjectName", key)
      }
    }).pipe(Effect.provide(layer)))

  it.effect("are removed many at a time only with the digest of their list", () =>
    Effect.gen(function*() {
      const { ask } = yield* withEndpoint
      for (const key of ["a", "b", "ü&"]) yield* ask({ method: "PUT", key, body: key })
      const remove = (
        body: string,
        headers: Record<string, string>,
        more: ReadonlyArray<readonly [string, string]> = []
      ) => ask({ method: "POST", query: [["delete", ""], ...more], body, headers })
      const list = (keys: ReadonlyArray<string>, quiet: boolean) =>
        `<Delete><Quiet>${quiet}</Quiet>${keys.map((key) => `<Object><Key>${key}</Key></Object>`).join("")}</Delete>`
      const both = list(["a", "missing"], false)
      assert.deepInclude(yield* remove(both, {}), { status: 400, code: "MissingArgument" })
      assert.strictEqual((yield* remove(both, { "content-md5": md5Of("other") })).code, "InvalidDigest")
      assert.strictEqual((yield* ask({ method: "GET", key: "a" })).text, "a")
      const removed = yield* remove(both, { "content-md5": md5Of(both) })
      assert.match(removed.text, /<Deleted><Key>a<\/Key><\/Deleted><Deleted><Key>missing<\/Key><\/Deleted>/)
      assert.strictEqual((yield* ask({ method: "GET", key: "a" })).code, "NoSuchKey")
      const quietly = list(["b"], true)
      assert.notInclude((yield* remove(quietly, { "content-md5": md5Of(quietly) })).text, "<Deleted>")
      assert.strictEqual((yield* ask({ method: "GET", key: "b" })).code, "NoSuchKey")
      const spelled = list(["ü&amp;"], false)
      const encoded = yield* remove(spelled, { "content-md5": md5Of(spelled) }, [["encoding-type", "url"]])
      assert.include(encoded.text, "<EncodingType>url</EncodingType><Deleted><Key>%C3%BC%26</Key></Deleted>")
      const many = list(Array.from({ length: 1001 }, (_, at) => `k${at}`), false)
      assert.strictEqual((yield* remove(many, { "content-md5": md5Of(many) })).code, "MalformedXML")
    }).pipe(Effect.provide(layer)))
})
