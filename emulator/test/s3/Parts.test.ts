import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { AccessKeys } from "../../src/AccessKeys.js"
import type { DigestName } from "../../src/blobs/Blob.js"
import { BlobStore } from "../../src/blobs/BlobStore.js"
import * as DigestSet from "../../src/blobs/DigestSet.js"
import * as S3App from "../../src/s3/S3App.js"
import { pattern, text } from "../blobs/blobStoreContract.js"
import { layer, region } from "./endpoint.js"
import { sendSigned } from "./signedRequest.js"

const mebibyte = 1024 * 1024
const pieces = [pattern(5 * mebibyte), pattern(5 * mebibyte + 17), pattern(3)]
const whole = Buffer.concat(pieces)

const base64Of = (name: DigestName, bytes: Uint8Array) =>
  Effect.map(DigestSet.make([name]), (digestSet) => {
    digestSet.update(bytes)
    return Buffer.from(digestSet.digests()[name] ?? "", "hex").toString("base64")
  })

const prepared = Effect.gen(function*() {
  const bucket = yield* Effect.flatMap(BlobStore, (store) => store.makeBucket("b"))
  const key = yield* Effect.flatMap(AccessKeys, (keys) => keys.issue({ buckets: "all" }))
  const app = yield* S3App.make({ region })
  const ask = (request: Parameters<typeof sendSigned>[2]) => sendSigned(app, key, request)
  const begin = (headers: Record<string, string> = {}) =>
    ask({ method: "POST", path: "/b/joined", query: [["uploads", ""]], headers })
  const putPart = (uploadId: string, number: number, body: Uint8Array, headers: Record<string, string> = {}) =>
    ask({
      method: "PUT",
      path: "/b/joined",
      query: [["partNumber", String(number)], ["uploadId", uploadId]],
      headers,
      body
    })
  const complete = (
    uploadId: string,
    etags: ReadonlyArray<string>,
    headers: Record<string, string> = {},
    checksums: ReadonlyArray<string> = []
  ) =>
    ask({
      method: "POST",
      path: "/b/joined",
      query: [["uploadId", uploadId]],
      headers,
      body: `<CompleteMultipartUpload>${
        etags.map((etag, index) =>
          `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag>${checksums[index] ?? ""}</Part>`
        ).join("")
      }</CompleteMultipartUpload>`
    })
  /** All pieces as parts of a new upload. */
  const sent = Effect.fnUntraced(function*(headers: Record<string, string> = {}) {
    const begun = yield* begin(headers)
    const uploadId = begun.field("UploadId") ?? ""
    const parts = yield* Effect.forEach(pieces, (piece, index) => putPart(uploadId, index + 1, piece))
    return { begun, uploadId, etags: parts.map((part) => part.headers.get("etag") ?? "") }
  })
  return { bucket, ask, begin, putPart, complete, sent }
})

describe("UploadPartCopy", () => {
  it.effect("takes a range that has both ends and lies in the source, and no other", () =>
    Effect.gen(function*() {
      const { ask, begin, bucket } = yield* prepared
      yield* bucket.put({ key: "source", body: text("01234") })
      const uploadId = (yield* begin()).field("UploadId") ?? ""
      const copy = (range: string) =>
        ask({
          method: "PUT",
          path: "/b/joined",
          query: [["partNumber", "1"], ["uploadId", uploadId]],
          headers: { "x-amz-copy-source": "/b/source", "x-amz-copy-source-range": range }
        })
      for (const range of ["bytes=0-21", "bytes=5-5"]) {
        const { code, status } = yield* copy(range)
        assert.deepStrictEqual([range, status, code], [range, 416, "InvalidRange"])
      }
      for (const range of ["0-2", "bytes=0", "bytes=1-", "bytes=-2", "bytes=a-b", "bytes=0-1,3-4", "bytes=3-1"]) {
        const { code, status } = yield* copy(range)
        assert.deepStrictEqual([range, status, code], [range, 400, "InvalidArgument"])
      }
      assert.lengthOf(yield* bucket.parts("joined", uploadId), 0)
      assert.strictEqual((yield* copy("bytes=1-3")).status, 200)
      assert.strictEqual((yield* bucket.parts("joined", uploadId))[0]?.size, 3)
    }).pipe(Effect.provide(layer)))
})

describe("partNumber", () => {
  it.effect("reads one part, and says how many there are", () =>
    Effect.gen(function*() {
      const { ask, bucket, complete, sent } = yield* prepared
      const { etags, uploadId } = yield* sent()
      yield* complete(uploadId, etags)
      const read = (method: string, partNumber: string, headers: Record<string, string> = {}) =>
        ask({ method, path: "/b/joined", query: [["partNumber", partNumber]], headers })
      const second = yield* read("HEAD", "2")
      assert.deepStrictEqual(
        [
          second.status,
          ...["content-length", "content-range", "x-amz-mp-parts-count"].map((n) => second.headers.get(n))
        ],
        [206, String(5 * mebibyte + 17), `bytes ${5 * mebibyte}-${10 * mebibyte + 16}/${whole.length}`, "3"]
      )
      const third = yield* read("GET", "3")
      assert.deepStrictEqual([third.status, third.headers.get("content-length")], [206, "3"])
      assert.deepStrictEqual(
        yield* Effect.map(read("GET", "4"), ({ code, status }) => [status, code]),
        [400, "InvalidPart"]
      )
      assert.strictEqual((yield* read("GET", "1", { range: "bytes=0-1" })).code, "InvalidRequest")

      yield* bucket.put({ key: "joined", body: text("whole") })
      const only = yield* read("GET", "1")
      assert.deepStrictEqual([only.status, only.text, only.headers.get("x-amz-mp-parts-count")], [206, "whole", null])
      assert.strictEqual((yield* read("GET", "2")).code, "InvalidPart")
    }).pipe(Effect.provide(layer)))
})

describe("checksums of parts", () => {
  for (const name of ["crc32", "crc32c", "crc64nvme"] as const) {
    it.effect(`by ${name} become that of the whole`, () =>
      Effect.gen(function*() {
        const { ask, complete, sent } = yield* prepared
        const { begun, etags, uploadId } = yield* sent({
          "x-amz-checksum-algorithm": name.toUpperCase(),
          "x-amz-checksum-type": "FULL_OBJECT"
        })
        assert.strictEqual(begun.headers.get("x-amz-checksum-type"), "FULL_OBJECT")
        const header = `x-amz-checksum-${name}`
        const right = yield* base64Of(name, whole)
        const wrong = yield* complete(uploadId, etags, { [header]: yield* base64Of(name, pieces[0] ?? whole) })
        assert.deepStrictEqual([wrong.status, wrong.code], [400, "BadDigest"])
        const size = yield* complete(uploadId, etags, { "x-amz-mp-object-size": "1" })
        assert.deepStrictEqual([size.status, size.code], [400, "InvalidRequest"])
        const done = yield* complete(uploadId, etags, { [header]: right, "x-amz-checksum-type": "FULL_OBJECT" })
        assert.deepStrictEqual(
          [done.status, done.field(`Checksum${name.toUpperCase()}`), done.field("ChecksumType")],
          [200, right, "FULL_OBJECT"]
        )
        const mode = { "x-amz-checksum-mode": "ENABLED" }
        const head = yield* ask({ method: "HEAD", path: "/b/joined", headers: mode })
        assert.deepStrictEqual(
          [head.headers.get(header), head.headers.get("x-amz-checksum-type")],
          [right, "FULL_OBJECT"]
        )
        const part = yield* ask({ method: "HEAD", path: "/b/joined", query: [["partNumber", "3"]], headers: mode })
        assert.strictEqual(part.headers.get(header), yield* base64Of(name, pieces[2] ?? whole))
      }).pipe(Effect.provide(layer)))
  }

  for (const name of ["crc32", "crc32c", "sha1", "sha256"] as const) {
    it.effect(`by ${name} have a checksum of their own`, () =>
      Effect.gen(function*() {
        const { ask, complete, sent } = yield* prepared
        const { begun, etags, uploadId } = yield* sent({ "x-amz-checksum-algorithm": name.toUpperCase() })
        assert.strictEqual(begun.headers.get("x-amz-checksum-type"), "COMPOSITE")
        const each = yield* Effect.forEach(pieces, (piece) => base64Of(name, piece))
        const right = yield* base64Of(name, Buffer.concat(each.map((one) => Buffer.from(one, "base64"))))
        const header = `x-amz-checksum-${name}`
        const element = `Checksum${name.toUpperCase()}`
        const named = each.map((one) => `<${element}>${one}</${element}>`)
        const listed = yield* ask({ method: "GET", path: "/b/joined", query: [["uploadId", uploadId]] })
        assert.deepStrictEqual(
          [listed.field("ChecksumAlgorithm"), listed.field("ChecksumType")],
          [name.toUpperCase(), "COMPOSITE"]
        )
        for (const [number, some] of [[1, []], [3, named.slice(0, 2)]] as const) {
          const unnamed = yield* complete(uploadId, etags, { [header]: `${right}-3` }, some)
          assert.deepStrictEqual([unnamed.status, unnamed.code], [400, "InvalidRequest"])
          assert.include(unnamed.field("Message"), `It was missing for part ${number} in the request.`)
        }
        const swapped = yield* complete(uploadId, etags, {}, [...named].reverse())
        assert.strictEqual(swapped.code, "InvalidPart")
        assert.strictEqual((yield* complete(uploadId, etags, { [header]: `${right}-2` }, named)).code, "BadDigest")
        const done = yield* complete(uploadId, etags, { [header]: `${right}-3` }, named)
        assert.deepStrictEqual(
          [done.status, done.field(`Checksum${name.toUpperCase()}`), done.field("ChecksumType")],
          [200, `${right}-3`, "COMPOSITE"]
        )
      }).pipe(Effect.provide(layer)))
  }

  it.effect("are refused where type and algorithm do not fit, or a part has another", () =>
    Effect.gen(function*() {
      const { begin, complete, putPart, sent } = yield* prepared
      const refused = (algorithm: string | undefined, type: string) =>
        Effect.map(
          begin({
            ...algorithm === undefined ? {} : { "x-amz-checksum-algorithm": algorithm },
            "x-amz-checksum-type": type
          }),
          ({ code, status }) => [status, code]
        )
      for (
        const [algorithm, type] of [
          ["SHA1", "FULL_OBJECT"],
          ["SHA256", "FULL_OBJECT"],
          ["CRC64NVME", "COMPOSITE"],
          ["CRC32", "OTHER"],
          [undefined, "COMPOSITE"]
        ] as const
      ) assert.deepStrictEqual(yield* refused(algorithm, type), [400, "InvalidRequest"])

      const uploadId = (yield* begin({ "x-amz-checksum-algorithm": "SHA256" })).field("UploadId") ?? ""
      const part = yield* putPart(uploadId, 1, pieces[2] ?? whole, {
        "x-amz-checksum-crc32": yield* base64Of("crc32", pieces[2] ?? whole)
      })
      assert.deepStrictEqual([part.status, part.code], [400, "InvalidRequest"])

      const plain = yield* sent()
      const given = yield* complete(plain.uploadId, plain.etags, { "x-amz-checksum-crc32": "AAAAAA==" })
      assert.deepStrictEqual([given.status, given.code], [400, "InvalidRequest"])
    }).pipe(Effect.provide(layer)))

  it.effect("are taken of copied parts and of copies too", () =>
    Effect.gen(function*() {
      const { ask, begin, bucket, complete } = yield* prepared
      yield* bucket.put({ key: "source", body: text("0123456789") })
      const uploadId = (yield* begin({ "x-amz-checksum-algorithm": "CRC64NVME" })).field("UploadId") ?? ""
      const part = yield* ask({
        method: "PUT",
        path: "/b/joined",
        query: [["partNumber", "1"], ["uploadId", uploadId]],
        headers: { "x-amz-copy-source": "/b/source", "x-amz-copy-source-range": "bytes=2-5" }
      })
      const right = yield* base64Of("crc64nvme", Buffer.from("2345"))
      assert.strictEqual(part.field("ChecksumCRC64NVME"), right)
      const done = yield* complete(uploadId, [part.field("ETag")?.replaceAll("&quot;", "\"") ?? ""])
      assert.strictEqual(done.field("ChecksumCRC64NVME"), right)
      const copy = yield* ask({
        method: "PUT",
        path: "/b/copy",
        headers: { "x-amz-copy-source": "/b/joined", "x-amz-checksum-algorithm": "SHA256" }
      })
      assert.strictEqual(copy.field("ChecksumSHA256"), createHash("sha256").update("2345").digest("base64"))
      const head = yield* ask({ method: "HEAD", path: "/b/copy", headers: { "x-amz-checksum-mode": "ENABLED" } })
      assert.deepStrictEqual(
        [head.headers.get("x-amz-checksum-sha256"), head.headers.get("x-amz-checksum-crc64nvme")],
        [createHash("sha256").update("2345").digest("base64"), null]
      )
    }).pipe(Effect.provide(layer)))
})
