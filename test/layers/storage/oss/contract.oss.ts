import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { createCRC64 } from "hash-wasm"
import { createHash, randomBytes, randomUUID } from "node:crypto"
import * as Crc64 from "../../../../src/domain/Crc64.js"
import { partsOf } from "../../../../src/domain/UploadPlan.js"
import * as HasherNode from "../../../../src/layers/node/HasherNode.js"
import * as UploadSourcesNode from "../../../../src/layers/node/UploadSourcesNode.js"
import { Hasher } from "../../../../src/services/Hasher.js"
import type { ObjectStore } from "../../../../src/services/ObjectStore.js"
import type { SignedAddress } from "../../../../src/services/Transport.js"
import { Transport } from "../../../../src/services/Transport.js"
import { UploadSources } from "../../../../src/services/UploadSource.js"
import * as ObjectUploads from "../../../../src/transfer/parts/ObjectUploads.js"
import { Bucket, layer as bucketLayer } from "./bucket.js"

const partSize = 102_400

const newKey = (name: string) => `contract/${randomUUID()}/${name}`

const whole = (bytes: Uint8Array) => ({ number: 1, start: 0, end: bytes.length })

const crc64Of = (bytes: Uint8Array) =>
  Effect.promise(async () => BigInt(`0x${(await createCRC64()).init().update(bytes).digest("hex")}`).toString())

const put = Effect.fnUntraced(function*(address: SignedAddress, bytes: Uint8Array) {
  const transport = yield* Transport
  return yield* transport.put(address, bytes, () => undefined)
})

const read = Effect.fnUntraced(function*(address: SignedAddress) {
  const transport = yield* Transport
  const reply = yield* transport.get(address)
  return { ...reply, body: Buffer.concat([...yield* Stream.runCollect(reply.bytes)]) }
}, Effect.scoped)

const store = Effect.fnUntraced(function*(objects: ObjectStore, key: string, bytes: Uint8Array) {
  const address = yield* objects.presign({ method: "PUT", key, contentType: "text/plain", mark: "mine" })
  return yield* objects.accept({ key }, whole(bytes), address, yield* put(address, bytes))
})

const sendPart = Effect.fnUntraced(function*(
  objects: ObjectStore,
  upload: { readonly key: string; readonly uploadId: string },
  bytes: Uint8Array,
  part: { readonly number: number; readonly start: number; readonly end: number }
) {
  const address = yield* objects.presignPart({ ...upload, partNumber: part.number })
  return yield* objects.accept(upload, part, address, yield* put(address, bytes.subarray(part.start, part.end)))
})

const listed = (objects: ObjectStore, key: string, uploadId: string) =>
  Effect.map(Stream.runCollect(objects.listParts({ key, uploadId })), (parts) => [...parts])

layer(Layer.mergeAll(bucketLayer, HasherNode.layer, UploadSourcesNode.layer), { excludeTestServices: true })(
  "an OSS bucket",
  (it) => {
    it.effect("stores under any key, knows size, mark and CRC64, and gives the bytes back", () =>
      Effect.gen(function*() {
        const { objects } = yield* Bucket
        for (const name of ["a b+c&d=e?f#g%20.txt", "数据/ü!'()*.bin", "a/../b", "./c", "d/.."]) {
          const key = newKey(name)
          const bytes = randomBytes(3000)
          const stored = yield* store(objects, key, bytes)
          assert.deepStrictEqual(stored.digest, { crc64: yield* crc64Of(bytes) })
          const found = Option.getOrThrow(yield* objects.head(key))
          assert.deepInclude(found, { key, size: 3000, mark: "mine", digest: stored.digest, etag: stored.etag })
          const reply = yield* read(yield* objects.presign({ method: "GET", key, downloadName: "ü.txt" }))
          assert.strictEqual(reply.headers["content-type"], "text/plain")
          assert.match(reply.headers["content-disposition"] ?? "", /UTF-8''%C3%BC\.txt/)
          assert.isTrue(bytes.equals(reply.body))
        }
      }))

    it.effect("joins parts, lists them over pages, and says the CRC64 that follows from theirs", () =>
      Effect.gen(function*() {
        const { objects } = yield* Bucket
        const key = newKey("parts")
        const bytes = randomBytes(4 * partSize + 5)
        const uploadId = yield* objects.createMultipart({ key, mark: "mine", contentType: "image/png" })
        const open = yield* objects.listUploads?.(key) ?? Effect.succeed([])
        assert.deepStrictEqual(open.map((one) => one.uploadId), [uploadId])
        const sent = yield* Effect.forEach(
          partsOf(bytes.length, partSize).toReversed(),
          (part) => sendPart(objects, { key, uploadId }, bytes, part)
        )
        const parts = yield* listed(objects, key, uploadId)
        assert.deepStrictEqual(
          parts.map(({ etag, number, size }) => ({ etag, number, size })),
          [...sent].reverse().map(
            ({ etag, number, size }) => ({ etag, number, size })
          )
        )
        const stored = yield* objects.complete({ key, uploadId, parts: sent })
        const pieces = sent.toReversed().map(({ digest, size }) => ({ size, crc64: digest?.crc64 ?? "" }))
        assert.strictEqual(stored.digest?.crc64, Crc64.joined(pieces))
        assert.strictEqual(stored.digest?.crc64, yield* crc64Of(bytes))
        assert.deepInclude(Option.getOrThrow(yield* objects.head(key)), { size: bytes.length, mark: "mine" })
        assert.isTrue(bytes.equals((yield* read(yield* objects.presign({ method: "GET", key }))).body))
        assert.strictEqual((yield* Effect.flip(listed(objects, key, uploadId)))._tag, "NoSuchUpload")
        const again = yield* Effect.flip(objects.complete({ key, uploadId, parts: sent }))
        assert.strictEqual(again._tag, "NoSuchUpload")
      }))

    it.effect("continues with an upload that was begun elsewhere, by parts of the bucket's own size", () =>
      Effect.gen(function*() {
        const { objects } = yield* Bucket
        const uploads = ObjectUploads.make(objects, yield* Transport, yield* Hasher)
        const key = newKey("resumed")
        const bytes = randomBytes(3 * partSize)
        const uploadId = yield* objects.createMultipart({ key })
        const [first] = partsOf(bytes.length, partSize)
        if (first === undefined) throw new Error("three parts have a first")
        yield* sendPart(objects, { key, uploadId }, bytes, first)
        const source = yield* (yield* UploadSources).open(bytes, { name: key })
        let sent = 0
        const stored = yield* uploads.resume({
          source,
          objectKey: key,
          uploadId,
          partSize,
          sent: (count) => sent += count
        })
        assert.strictEqual(stored.size, bytes.length)
        assert.strictEqual(sent, 2 * partSize)
        assert.strictEqual(stored.digest?.crc64, yield* crc64Of(bytes))
      }).pipe(Effect.scoped))

    it.effect("refuses damaged bytes, parts that are too small, and what is gone", () =>
      Effect.gen(function*() {
        const { objects } = yield* Bucket
        const key = newKey("refused")
        const md5 = createHash("md5").update("other").digest("hex")
        const address = yield* objects.presign({ method: "PUT", key, digest: { md5 } })
        const damaged = objects.accept(
          { key },
          { number: 1, start: 0, end: 5 },
          address,
          yield* put(address, Buffer.from("bytes"))
        )
        assert.strictEqual((yield* Effect.flip(damaged))._tag, "IntegrityError")
        assert.isTrue(Option.isNone(yield* objects.head(key)))

        const uploadId = yield* objects.createMultipart({ key })
        const bytes = randomBytes(20)
        const sent = yield* Effect.forEach(partsOf(20, 10), (part) => sendPart(objects, { key, uploadId }, bytes, part))
        const small = yield* Effect.flip(objects.complete({ key, uploadId, parts: sent }))
        assert.deepInclude(small, { _tag: "StorageError", code: "EntityTooSmall", retry: "never" })
        yield* objects.abort({ key, uploadId })
        yield* objects.abort({ key, uploadId })
        const gone = yield* Effect.flip(sendPart(objects, { key, uploadId }, bytes, { number: 1, start: 0, end: 10 }))
        assert.strictEqual(gone._tag, "NoSuchUpload")
      }))

    it.effect("knows wrong keys by their error, in calls and in addresses", () =>
      Effect.gen(function*() {
        const { openWith } = yield* Bucket
        for (const objects of [openWith({ secret: "wrong" }), openWith({ key: "nobody" })]) {
          const called = yield* Effect.flip(objects.createMultipart({ key: "k" }))
          assert.deepInclude(called, { _tag: "StorageError", reason: "AccessDenied", platform: "oss" })
          const stored = yield* Effect.flip(store(objects, "k", randomBytes(3)))
          assert.include(["StorageError", "CredentialExpired"], stored._tag)
        }
      }))
  }
)
