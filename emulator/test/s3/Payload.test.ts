import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { crc32 } from "node:zlib"
import { AccessKeys } from "../../src/AccessKeys.js"
import { BlobStore } from "../../src/blobs/BlobStore.js"
import * as SigningText from "../../src/bucketHttp/SigningText.js"
import * as S3App from "../../src/s3/S3App.js"
import * as SigV4 from "../../src/s3/SigV4.js"
import { pattern, readAll } from "../blobs/blobStoreContract.js"
import { layer, region } from "./endpoint.js"
import { send, sendSigned, sign } from "./signedRequest.js"

const prepared = Effect.gen(function*() {
  const bucket = yield* Effect.flatMap(BlobStore, (store) => store.makeBucket("b"))
  const key = yield* Effect.flatMap(AccessKeys, (keys) => keys.issue({ buckets: ["b"] }))
  return { app: yield* S3App.make({ region }), bucket, key }
})

const crc32Of = (bytes: Uint8Array): string => {
  const value = Buffer.alloc(4)
  value.writeUInt32BE(crc32(bytes))
  return value.toString("base64")
}

interface ChunkedOptions {
  readonly chunkSize: number
  readonly trailer?: boolean
  /** Changes the body after it was signed. */
  readonly tamper?: (body: Buffer) => Buffer
  readonly checksum?: string
}

/** A PUT with signed chunks, as the SDKs of other languages send it. */
const putChunked = (
  { app, key }: { readonly app: Parameters<typeof send>[0]; readonly key: Parameters<typeof sendSigned>[1] },
  bytes: Uint8Array,
  options: ChunkedOptions
) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const mode = `STREAMING-AWS4-HMAC-SHA256-PAYLOAD${options.trailer === true ? "-TRAILER" : ""}`
    const signed = sign({
      method: "PUT",
      path: "/b/chunked",
      payloadHash: mode,
      headers: {
        "content-encoding": "aws-chunked",
        "x-amz-decoded-content-length": String(bytes.length),
        ...options.trailer === true ? { "x-amz-trailer": "x-amz-checksum-crc32" } : {}
      }
    }, { key, host: "s3.test", now })
    let previous = signed.signature
    const next = (text: string) => previous = SigV4.sign(signed.signingKey, text)
    const pieces: Array<Buffer> = []
    for (let offset = 0; offset <= bytes.length; offset += options.chunkSize) {
      const data = bytes.subarray(offset, offset + options.chunkSize)
      if (data.length === 0) break
      const signature = next(SigV4.chunkStringToSign(signed.amzDate, signed.scope, previous, SigningText.sha256(data)))
      pieces.push(Buffer.from(`${data.length.toString(16)};chunk-signature=${signature}\r\n`), Buffer.from(data))
      pieces.push(Buffer.from("\r\n"))
    }
    const last = next(SigV4.chunkStringToSign(signed.amzDate, signed.scope, previous, SigV4.emptyHash))
    pieces.push(Buffer.from(`0;chunk-signature=${last}\r\n`))
    if (options.trailer === true) {
      const line = `x-amz-checksum-crc32:${options.checksum ?? crc32Of(bytes)}`
      const signature = next(SigV4.trailerStringToSign(signed.amzDate, signed.scope, previous, `${line}\n`))
      pieces.push(Buffer.from(`${line}\r\nx-amz-trailer-signature:${signature}\r\n`))
    }
    pieces.push(Buffer.from("\r\n"))
    const body = Buffer.concat(pieces)
    return yield* send(app, {
      method: "PUT",
      target: "/b/chunked",
      headers: signed.headers,
      body: options.tamper === undefined ? body : options.tamper(body)
    })
  })

describe("Payload", () => {
  it.effect("decodes signed chunks of any size, with and without a trailer", () =>
    Effect.gen(function*() {
      const server = yield* prepared
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            fc.integer({ min: 0, max: 200_000 }),
            fc.integer({ min: 1000, max: 70_000 }),
            fc.boolean(),
            (size, chunkSize, trailer) =>
              Effect.runPromise(Effect.gen(function*() {
                const bytes = pattern(size)
                const reply = yield* putChunked(server, bytes, { chunkSize, trailer })
                assert.strictEqual(reply.status, 200, reply.text)
                const { read } = yield* server.bucket.get("chunked")
                assert.isTrue(Buffer.from(yield* readAll(read())).equals(bytes))
              }))
          ),
          { numRuns: 30 }
        )
      )
      const { metadata } = yield* server.bucket.head("chunked")
      assert.isUndefined(metadata.headers["content-encoding"])
    }).pipe(Effect.provide(layer)))

  it.effect("refuses a chunk, a chunk's signature or a trailer that was changed", () =>
    Effect.gen(function*() {
      const server = yield* prepared
      const bytes = pattern(100_000)
      const flip = (at: (body: Buffer) => number) => (body: Buffer) => {
        const changed = Buffer.from(body)
        const index = at(changed)
        changed[index] = changed[index] === 48 ? 49 : 48
        return changed
      }
      const cases: ReadonlyArray<readonly [string, ChunkedOptions, string]> = [
        ["data", { chunkSize: 30_000, tamper: flip(() => 50_000) }, "SignatureDoesNotMatch"],
        ["signature", {
          chunkSize: 30_000,
          tamper: flip((body) => body.lastIndexOf("\r\n0;") + 25)
        }, "SignatureDoesNotMatch"],
        [
          "trailer",
          { chunkSize: 30_000, trailer: true, tamper: flip((body) => body.indexOf("checksum-crc32:") + 16) },
          "SignatureDoesNotMatch"
        ],
        ["checksum", { chunkSize: 30_000, trailer: true, checksum: "AAAAAA==" }, "BadDigest"],
        ["end cut off", { chunkSize: 30_000, tamper: (body) => body.subarray(0, 80_000) }, "IncompleteBody"],
        ["no last chunk", {
          chunkSize: 30_000,
          tamper: (body) => body.subarray(0, body.lastIndexOf("0;chunk"))
        }, "IncompleteBody"],
        ["rubbish", {
          chunkSize: 30_000,
          tamper: (body) => Buffer.concat([Buffer.from("zz\r\n"), body])
        }, "IncompleteBody"],
        ["an endless line", {
          chunkSize: 30_000,
          tamper: () => Buffer.alloc(50_000, 97)
        }, "IncompleteBody"]
      ]
      for (const [what, options, expected] of cases) {
        assert.strictEqual((yield* putChunked(server, bytes, options)).code, expected, what)
      }
      const page = yield* server.bucket.list({ limit: 10 })
      assert.deepStrictEqual(page.items, [])
    }).pipe(Effect.provide(layer)))

  it.effect("checks every digest that is declared", () =>
    Effect.gen(function*() {
      const { app, bucket, key } = yield* prepared
      const put = (headers: Record<string, string>) =>
        sendSigned(app, key, { method: "PUT", path: "/b/k", body: "123456789", headers })
      const digest = (name: string) => createHash(name).update("123456789").digest("base64")
      const right: Record<string, string> = {
        "content-md5": digest("md5"),
        "x-amz-checksum-crc32": "y/Q5Jg==",
        "x-amz-checksum-crc32c": "4waSgw==",
        "x-amz-checksum-crc64nvme": "rosUhgp5mIg=",
        "x-amz-checksum-sha1": digest("sha1"),
        "x-amz-checksum-sha256": digest("sha256")
      }
      for (const [name, value] of Object.entries(right)) {
        assert.strictEqual((yield* put({ [name]: value })).status, 200, name)
      }
      yield* bucket.remove("k")
      for (const [name, value] of Object.entries(right)) {
        const wrong = Buffer.from(Buffer.from(value, "base64").map((byte) => byte ^ 1)).toString("base64")
        const refused = yield* put({ [name]: wrong })
        assert.deepStrictEqual([refused.status, refused.code], [400, "BadDigest"], name)
      }
      assert.strictEqual((yield* put({ "content-md5": "no" })).code, "InvalidDigest")
      assert.deepStrictEqual((yield* bucket.list({ limit: 1 })).items, [])
    }).pipe(Effect.provide(layer)))

  it.effect("holds the sender to the declared length", () =>
    Effect.gen(function*() {
      const { app, bucket, key } = yield* prepared
      const put = (length: string) =>
        sendSigned(app, key, { method: "PUT", path: "/b/k", body: "hello", headers: { "content-length": length } })
      assert.strictEqual((yield* put("6")).code, "IncompleteBody")
      assert.strictEqual((yield* put("4")).code, "IncompleteBody")
      assert.strictEqual((yield* put(String(5 * 1024 ** 3 + 1))).code, "EntityTooLarge")
      assert.strictEqual((yield* put("many")).code, "InvalidArgument")
      const now = yield* Clock.currentTimeMillis
      const { headers } = sign({ method: "PUT", path: "/b/k" }, { key, host: "s3.test", now })
      const without = yield* send(app, { method: "PUT", target: "/b/k", headers, body: "hello" })
      assert.deepStrictEqual([without.status, without.code], [411, "MissingContentLength"])
      assert.deepStrictEqual((yield* bucket.list({ limit: 1 })).items, [])
    }).pipe(Effect.provide(layer)))
})
