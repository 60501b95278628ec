/**
 * Multipart uploads as raw requests: what complete takes and refuses, lists of parts, and callbacks in an address.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, TestClock } from "effect"
import { randomBytes } from "node:crypto"
import { createServer } from "node:http"
import * as Crc64 from "../../../src/domain/Crc64.js"
import { presigned, start, withEndpoint } from "./asking.js"
import { layer } from "./endpoint.js"
import { send } from "./signedRequest.js"

const KiB = 1024
const pieces = [randomBytes(100 * KiB), randomBytes(101 * KiB), randomBytes(7)] as const

const withUpload = Effect.gen(function*() {
  const { ask, ...endpoint } = yield* withEndpoint
  const begin = (key: string) =>
    Effect.map(ask({ method: "POST", key, query: [["uploads", ""]] }), (one) => one.field("UploadId") ?? "")
  const uploadId = yield* begin("k")
  const putPart = (number: number, body: Uint8Array, headers: Record<string, string> = {}) =>
    ask({ method: "PUT", key: "k", query: [["partNumber", String(number)], ["uploadId", uploadId]], body, headers })
  const complete = (
    parts: ReadonlyArray<readonly [number: number, etag: string | null]> | string,
    headers: Record<string, string> = {},
    query: ReadonlyArray<readonly [string, string]> = []
  ) =>
    ask({
      method: "POST",
      key: "k",
      query: [["uploadId", uploadId], ...query],
      headers,
      body: typeof parts === "string" ?
        parts :
        `<CompleteMultipartUpload>${
          parts.map(([number, etag]) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`).join("")
        }</CompleteMultipartUpload>`
    })
  return { ...endpoint, ask, begin, uploadId, putPart, complete }
})

const all = { "x-oss-complete-all": "yes" }

describe("multipart uploads of OSS", () => {
  it.effect("join all parts that are there on request, by number, and then take no list", () =>
    Effect.gen(function*() {
      const { ask, complete, putPart } = yield* withUpload
      assert.deepInclude(yield* complete("", all), { status: 400, code: "InvalidPart" })
      const sent = yield* Effect.forEach([2, 0, 1] as const, (at) => putPart(5 * at + 1, pieces[at]))
      assert.strictEqual((yield* complete([[1, sent[1]?.headers.get("etag") ?? ""]], all)).code, "InvalidArgument")
      assert.strictEqual((yield* complete("", { "x-oss-complete-all": "no" })).code, "InvalidArgument")
      assert.strictEqual((yield* complete("")).code, "MalformedXML")
      const done = yield* complete("", all)
      assert.strictEqual(done.status, 200)
      const read = yield* ask({ method: "GET", key: "k", headers: { range: "bytes=-8" } })
      const crc64 = Crc64.joined([1, 2, 0].map((at) => ({
        size: pieces[[2, 0, 1][at] ?? 0]?.length ?? 0,
        crc64: sent[at]?.headers.get("x-oss-hash-crc64ecma") ?? ""
      })))
      assert.strictEqual(done.headers.get("x-oss-hash-crc64ecma"), crc64)
      assert.strictEqual(read.headers.get("x-oss-hash-crc64ecma"), crc64)
      assert.strictEqual(read.headers.get("content-range"), `bytes 205823-205830/205831`)
      assert.strictEqual((yield* complete("", all)).code, "NoSuchUpload")
    }).pipe(Effect.provide(layer)))

  it.effect("are not completed by parts that are out of order, twice there, another's, or too small", () =>
    Effect.gen(function*() {
      const { ask, begin, complete, putPart } = yield* withUpload
      const [first, second, last] = (yield* Effect.forEach([0, 1, 2] as const, (at) => putPart(at + 1, pieces[at])))
        .map(({ headers }) => headers.get("etag"))
      const refused: ReadonlyArray<readonly [ReadonlyArray<readonly [number, string | null | undefined]>, string]> = [
        [[[2, second], [1, first]], "InvalidPartOrder"],
        [[[1, first], [1, first]], "InvalidPartOrder"],
        [[[0, first]], "InvalidPartOrder"],
        [[[1, second]], "InvalidPart"],
        [[[1, first], [4, second]], "InvalidPart"],
        [[[1.5, first]], "MalformedXML"]
      ]
      for (const [parts, code] of refused) {
        const found = yield* complete(parts.map(([number, etag]) => [number, etag ?? null] as const))
        assert.deepEqual([found.status, found.code], [400, code], JSON.stringify(parts))
      }
      // A part that is replaced is the one that counts, and only the last one may be small.
      yield* putPart(2, pieces[2])
      const small = yield* complete([[1, first ?? null], [2, last ?? null], [3, last ?? null]])
      assert.deepEqual([small.code, small.field("PartNumber"), small.field("ProposedSize")], [
        "EntityTooSmall",
        "2",
        "7"
      ])
      assert.strictEqual((yield* complete([[1, first ?? null], [2, second ?? null]])).code, "InvalidPart")
      const quoted = first?.replaceAll("\"", "&quot;").toLowerCase() ?? null
      assert.strictEqual((yield* complete([[1, quoted], [3, last ?? null]])).status, 200)
      assert.strictEqual(
        (yield* ask({ method: "HEAD", key: "k" })).headers.get("content-length"),
        String(100 * KiB + 7)
      )
      // The upload of one key is none of another.
      const other = yield* begin("other")
      assert.strictEqual((yield* ask({ method: "GET", key: "k", query: [["uploadId", other]] })).code, "NoSuchUpload")
      assert.strictEqual(
        (yield* ask({ method: "DELETE", key: "k", query: [["uploadId", other]] })).code,
        "NoSuchUpload"
      )
    }).pipe(Effect.provide(layer)))

  it.effect("list their parts with CRC64 over pages, keep the part before one that was refused, spell their key", () =>
    Effect.gen(function*() {
      const { ask, complete, putPart, uploadId } = yield* withUpload
      const sent = yield* Effect.forEach([0, 1, 2] as const, (at) => putPart(at + 1, pieces[at]))
      const wrong = yield* putPart(1, pieces[1], { "content-md5": Buffer.alloc(16).toString("base64") })
      assert.strictEqual(wrong.code, "InvalidDigest")
      const list = (...query: ReadonlyArray<readonly [string, string]>) =>
        ask({ method: "GET", key: "k", query: [["uploadId", uploadId], ...query] })
      const page = yield* list(["max-parts", "2"], ["encoding-type", "url"])
      assert.deepEqual(["IsTruncated", "NextPartNumberMarker", "EncodingType", "Key"].map(page.field), [
        "true",
        "2",
        "url",
        "k"
      ])
      assert.deepEqual([...page.text.matchAll(/<HashCrc64ecma>(\d+)</g)].map(([, crc64]) => crc64 ?? null), [
        sent[0]?.headers.get("x-oss-hash-crc64ecma") ?? "",
        sent[1]?.headers.get("x-oss-hash-crc64ecma") ?? ""
      ])
      const rest = yield* list(["part-number-marker", "2"])
      assert.deepEqual([rest.field("PartNumber"), rest.field("IsTruncated"), rest.field("Size")], ["3", "false", "7"])
      assert.strictEqual((yield* list(["encoding-type", "hex"])).code, "InvalidArgument")
      const spelled = yield* ask({ method: "POST", key: "ü&", query: [["uploads", ""], ["encoding-type", "url"]] })
      assert.strictEqual(spelled.field("Key"), "%C3%BC%26")
      const whole = yield* complete("", all, [["encoding-type", "url"]])
      assert.deepEqual([whole.field("EncodingType"), whole.field("Key")], ["url", "k"])
    }).pipe(Effect.provide(layer)))

  it.effect("may be empty: one part of no bytes", () =>
    Effect.gen(function*() {
      const { ask, complete, putPart } = yield* withUpload
      const part = yield* putPart(1, new Uint8Array(0))
      assert.strictEqual(part.headers.get("x-oss-hash-crc64ecma"), "0")
      assert.strictEqual((yield* complete([[1, part.headers.get("etag")]])).status, 200)
      const head = yield* ask({ method: "HEAD", key: "k" })
      assert.deepEqual([head.headers.get("content-length"), head.headers.get("x-oss-hash-crc64ecma")], ["0", "0"])
    }).pipe(Effect.provide(layer)))
})

/** Takes a request and never answers it. */
const silentServer = Effect.acquireRelease(
  Effect.promise(async () => {
    let heard = () => {}
    const asked = new Promise<void>((resolve) => {
      heard = resolve
    })
    const server = createServer(() => heard())
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    return { asked, server, port: typeof address === "object" && address !== null ? address.port : 0 }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    })
)

describe("a callback", () => {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64")
  const callback = encoded({ callbackUrl: "http://192.0.2.1/nobody", callbackBody: "x=${x:a}" })

  it.effect("to another machine cannot be made, and the object is stored", () =>
    Effect.gen(function*() {
      const { ask } = yield* withEndpoint
      for (const callbackUrl of ["http://203.0.113.9/", "http://127.0.0.1.example.org/", "https://example.org:9/"]) {
        const headers = { "x-oss-callback": encoded({ callbackUrl, callbackBody: "x" }) }
        const put = yield* ask({ method: "PUT", key: callbackUrl, body: "hello", headers })
        assert.deepInclude(put, { status: 203, code: "CallbackFailed" })
        assert.strictEqual(put.field("Message"), "Error status : 502.")
        assert.strictEqual((yield* ask({ method: "GET", key: callbackUrl })).text, "hello")
      }
    }).pipe(Effect.provide(layer)))

  it.effect("in a signed address is performed, refused when it is spelled wrong, and part of what is signed", () =>
    Effect.gen(function*() {
      const { ask, endpoint, key } = yield* withEndpoint
      const put = (query: Record<string, string>) =>
        send(endpoint, {
          method: "PUT",
          target: presigned(key, { method: "PUT", now: start, query }),
          body: "hello",
          headers: { "content-length": "5" }
        })
      const refused = [
        { callback, "callback-var": encoded({ a: "no x: before it" }) },
        { callback, "callback-var": "{}" },
        { callback: "{}" }
      ]
      for (const query of refused) assert.strictEqual((yield* put(query)).code, "InvalidArgument")
      assert.strictEqual((yield* ask({ method: "GET", key: "k" })).code, "NoSuchKey")
      // The product API of this endpoint knows nothing, and says so.
      const failed = yield* put({ callback, "callback-var": encoded({ "x:a": "1" }) })
      assert.deepEqual([failed.status, failed.code, failed.field("Message")], [
        203,
        "CallbackFailed",
        "Error status : 404."
      ])
      assert.isNotNull(failed.headers.get("etag"))
      assert.isNotNull(failed.headers.get("x-oss-hash-crc64ecma"))
      assert.strictEqual((yield* ask({ method: "GET", key: "k" })).text, "hello")
    }).pipe(Effect.provide(layer)))

  it.effect("waits five seconds for an answer, and knows when nobody listens; the object is stored", () =>
    Effect.gen(function*() {
      const { ask } = yield* withEndpoint
      const { asked, port } = yield* silentServer
      const put = (key: string, callbackPort: number) =>
        ask({
          method: "PUT",
          key,
          body: key,
          headers: {
            "x-oss-callback": encoded({ callbackUrl: `http://127.0.0.1:${callbackPort}/`, callbackBody: "x" })
          }
        })
      const slow = yield* Effect.fork(put("slow", port))
      yield* Effect.promise(() => asked)
      yield* TestClock.adjust("4999 millis")
      assert.isTrue(Option.isNone(yield* Fiber.poll(slow)))
      yield* TestClock.adjust("1 millis")
      const late = yield* Fiber.join(slow)
      assert.deepEqual([late.status, late.code, late.field("Message")], [203, "CallbackFailed", "Cost too long time."])
      const nobody = yield* put("nobody", 1)
      assert.deepEqual([nobody.status, nobody.field("Message")], [203, "Error status : 502."])
      for (const key of ["slow", "nobody"]) assert.strictEqual((yield* ask({ method: "GET", key })).text, key)
    }).pipe(Effect.scoped, Effect.provide(layer)))
})
