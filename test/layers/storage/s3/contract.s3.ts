import type { Vitest } from "@effect/vitest"
import { assert, layer } from "@effect/vitest"
import { Clock, Duration, Effect, Either, Option, Redacted, Stream } from "effect"
import { randomBytes, randomUUID } from "node:crypto"
import { partsOf } from "../../../../src/domain/UploadPlan.js"
import { partStoreOf } from "../../../../src/layers/storage/bucket/partStoreOf.js"
import type { ObjectStore } from "../../../../src/services/ObjectStore.js"
import type { StoredPart } from "../../../../src/services/PartStore.js"
import type { SignedAddress } from "../../../../src/services/Transport.js"
import { Transport } from "../../../../src/services/Transport.js"
import { Bucket, credential, headOf, layerOf } from "./bucket.js"
import { useReaderOfXml } from "./readerOfXml.js"

const mebibyte = 1024 * 1024
const nothingSent = () => undefined

const newKey = (name: string) => `contract/${randomUUID()}/${name}`

const whole = (bytes: Uint8Array) => ({ number: 1, start: 0, end: bytes.length })

const put = Effect.fnUntraced(function*(address: SignedAddress, bytes: Uint8Array | Blob) {
  const transport = yield* Transport
  return yield* transport.put(address, bytes, nothingSent)
})

const read = Effect.fnUntraced(function*(
  address: SignedAddress,
  options?: { readonly range?: { readonly start: number; readonly end?: number }; readonly ifMatch?: string }
) {
  const transport = yield* Transport
  const reply = yield* transport.get(address, options)
  const chunks = yield* Stream.runCollect(reply.bytes)
  return { ...reply, body: Buffer.concat([...chunks]) }
}, Effect.scoped)

const store = Effect.fnUntraced(function*(objects: ObjectStore, key: string, bytes: Uint8Array) {
  const address = yield* objects.presign({ method: "PUT", key })
  return yield* objects.accept({ key }, whole(bytes), address, yield* put(address, bytes))
})

const sendPart = Effect.fnUntraced(function*(
  objects: ObjectStore,
  { key, uploadId }: { readonly key: string; readonly uploadId: string },
  bytes: Uint8Array,
  part: { readonly number: number; readonly start: number; readonly end: number }
) {
  const address = yield* objects.presignPart({ key, uploadId, partNumber: part.number })
  const reply = yield* put(address, bytes.subarray(part.start, part.end))
  return yield* objects.accept({ key, uploadId }, part, address, reply)
})

/** As S3 writes it: base64 of four bytes. `node:zlib` has none on Node 20. */
const crc32Of = (bytes: Uint8Array): string => {
  let crc = 0xffff_ffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1
  }
  const digest = Buffer.alloc(4)
  digest.writeUInt32BE(~crc >>> 0)
  return digest.toString("base64")
}

const listed = (objects: ObjectStore, key: string, uploadId: string) =>
  Effect.map(Stream.runCollect(objects.listParts({ key, uploadId })), (parts) => [...parts])

/** A clock that is off by some time. */
const atClockOff = (millis: number) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.clockWith((clock) =>
    Effect.withClock(
      effect,
      {
        ...clock,
        unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis() + millis,
        unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
        currentTimeMillis: Effect.map(clock.currentTimeMillis, (time) => time + millis),
        sleep: (duration) => clock.sleep(duration)
      } satisfies Clock.Clock
    )
  )

/** `wrongClocks`: milliseconds by which a clock is off that a call is refused for. */
const contract = (it: Vitest.MethodsNonLive<Bucket | Transport, true>, wrongClocks: ReadonlyArray<number>): void => {
  it.effect("takes a presigned PUT and gives the same bytes back", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      const key = newKey("ü +&'(x).txt")
      const bytes = randomBytes(100_000)
      const stored = yield* store(objects, key, bytes)
      assert.match(stored.etag ?? "", /^[0-9a-f]{32}$/)
      const reply = yield* read(yield* objects.presign({ method: "GET", key }))
      assert.strictEqual(reply.status, 200)
      assert.deepStrictEqual(reply.body, bytes)
    }))

  it.effect("takes an empty object", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      const key = newKey("empty")
      yield* store(objects, key, new Uint8Array())
      const found = yield* objects.head(key)
      assert.strictEqual(Option.getOrThrow(found).size, 0)
    }))

  it.effect("gives ranges, and 412 when the object is another one", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      const key = newKey("range")
      const bytes = randomBytes(1000)
      const { etag } = yield* store(objects, key, bytes)
      const address = yield* objects.presign({ method: "GET", key })
      const middle = yield* read(address, { range: { start: 100, end: 300 } })
      assert.strictEqual(middle.status, 206)
      assert.deepStrictEqual(middle.body, bytes.subarray(100, 300))
      const tail = yield* read(address, { range: { start: 900 }, ifMatch: `"${etag}"` })
      assert.deepStrictEqual(tail.body, bytes.subarray(900))
      assert.strictEqual((yield* read(address, { range: { start: 5000 } })).status, 416)
      assert.strictEqual((yield* read(address, { ifMatch: `"${"0".repeat(32)}"` })).status, 412)
    }))

  it.effect("names the file that a download is saved as", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      const key = newKey("named")
      yield* store(objects, key, randomBytes(10))
      const reply = yield* read(yield* objects.presign({ method: "GET", key, downloadName: "Öl \"1\".txt" }))
      assert.strictEqual(
        reply.headers["content-disposition"],
        "attachment; filename=\"_l _1_.txt\"; filename*=UTF-8''%C3%96l%20%221%22.txt"
      )
    }))

  it.effect("keeps a signed content type and the mark of the upload", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      const key = newKey("typed")
      const bytes = randomBytes(1000)
      const { direct } = partStoreOf(objects, key, { contentType: "text/plain", mark: "mark-1" })
      const address = yield* direct.address(whole(bytes))
      assert.deepStrictEqual(address.headers, { "content-type": "text/plain", "x-amz-meta-effect-drive": "mark-1" })
      yield* direct.accept(whole(bytes), address, yield* put(address, bytes))
      assert.strictEqual((yield* headOf(key)).ContentType, "text/plain")
      const found = yield* direct.find({ size: bytes.length })
      assert.strictEqual(Option.getOrThrow(found).mark, "mark-1")
    }))

  it.effect("finds an object only if it is this upload's", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      const key = newKey("ours")
      const bytes = randomBytes(1000)
      const other = partStoreOf(objects, key, { contentType: undefined, mark: "mark-of-another" })
      const address = yield* other.direct.address(whole(bytes))
      const { etag } = yield* other.direct.accept(whole(bytes), address, yield* put(address, bytes))
      const { direct } = partStoreOf(objects, key, { contentType: undefined, mark: "mine" })
      assert.isTrue(Option.isNone(yield* direct.find({ size: bytes.length })))
      assert.isTrue(Option.isNone(yield* direct.find({ size: bytes.length, etag: "0".repeat(32) })))
      assert.isTrue(Option.isNone(yield* direct.find({ size: 999, etag })))
      assert.isTrue(Option.isSome(yield* direct.find({ size: bytes.length, etag })))
    }))

  it.effect("says none for an object that is not there", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      assert.isTrue(Option.isNone(yield* objects.head(newKey("missing"))))
    }))

  it.effect("stores parts in any order, lists them over pages, and completes them twice", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      const key = newKey("parts")
      const bytes = randomBytes(4 * 5 * mebibyte + 1000)
      const { parts: multipart } = partStoreOf(objects, key, { contentType: "video/mp4", mark: "mark-2" })
      const uploadId = yield* multipart.begin
      const plan = partsOf(bytes.length, 5 * mebibyte)
      const sent: Array<StoredPart> = []
      for (const part of [...plan].reverse()) {
        const address = yield* multipart.address(uploadId, part)
        const reply = yield* put(address, bytes.subarray(part.start, part.end))
        sent.push(yield* multipart.accept(uploadId, part, address, reply))
      }
      const known = yield* listed(objects, key, uploadId)
      assert.deepStrictEqual(
        known.map((part) => [part.number, part.size, part.etag]),
        [...sent].reverse().map((part) => [
          part.number,
          part.size,
          part.etag
        ])
      )
      const stored = yield* multipart.complete(uploadId, sent, { size: bytes.length })
      assert.strictEqual(stored.size, bytes.length)
      assert.match(stored.etag ?? "", /^[0-9a-f]{32}-5$/)
      const again = yield* multipart.complete(uploadId, sent, { size: bytes.length }).pipe(
        Effect.catchTag(
          "NoSuchUpload",
          () => multipart.find({ size: bytes.length }).pipe(Effect.map(Option.getOrThrow))
        )
      )
      assert.strictEqual(again.etag, stored.etag)
      const found = Option.getOrThrow(yield* multipart.find({ size: bytes.length }))
      assert.strictEqual(found.mark, "mark-2")
      assert.strictEqual((yield* headOf(key)).ContentType, "video/mp4")
      const reply = yield* read(yield* objects.presign({ method: "GET", key }))
      assert.isTrue(bytes.equals(reply.body))
    }))

  it.effect("knows an aborted upload no more, and aborts it a second time", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      const key = newKey("aborted")
      const uploadId = yield* objects.createMultipart({ key })
      const bytes = randomBytes(1000)
      const stored = yield* sendPart(objects, { key, uploadId }, bytes, whole(bytes))
      yield* objects.abort({ key, uploadId })
      yield* objects.abort({ key, uploadId })
      const list = yield* Effect.flip(listed(objects, key, uploadId))
      assert.strictEqual(list._tag, "NoSuchUpload")
      const part = yield* Effect.flip(sendPart(objects, { key, uploadId }, bytes, whole(bytes)))
      assert.strictEqual(part._tag, "NoSuchUpload")
      const complete = yield* Effect.flip(
        objects.complete({ key, uploadId, parts: [stored] })
      )
      assert.strictEqual(complete._tag, "NoSuchUpload", complete.message)
    }))

  it.effect("refuses a part that is not last and too small", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      const key = newKey("small")
      const uploadId = yield* objects.createMultipart({ key })
      const bytes = randomBytes(2000)
      const parts = yield* Effect.forEach(partsOf(2000, 1000), (part) =>
        sendPart(objects, { key, uploadId }, bytes, part))
      const error = yield* Effect.flip(objects.complete({ key, uploadId, parts }))
      assert.deepInclude(error, { _tag: "StorageError", reason: "Rejected", code: "EntityTooSmall" })
      yield* objects.abort({ key, uploadId })
    }))

  it.effect("asks for a new address when the presigned one has ended", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      const key = newKey("late")
      const bytes = randomBytes(10)
      const address = yield* objects.presign({ method: "PUT", key, expiresIn: "1 second" })
      yield* Effect.sleep("2500 millis")
      const error = yield* Effect.flip(objects.accept({ key }, whole(bytes), address, yield* put(address, bytes)))
      assert.deepInclude(error, { _tag: "CredentialExpired", version: 1 })
    }))

  it.effect("refuses a tampered address and a wrong secret", () =>
    Effect.gen(function*() {
      const { objects, openWith } = yield* Bucket
      const key = newKey("tampered")
      const bytes = randomBytes(10)
      const address = yield* objects.presign({ method: "PUT", key })
      const tampered = { ...address, url: Redacted.make(Redacted.value(address.url).replace("tampered", "other")) }
      const put403 = yield* Effect.flip(objects.accept({ key }, whole(bytes), address, yield* put(tampered, bytes)))
      assert.deepInclude(put403, { _tag: "StorageError", reason: "AccessDenied", status: 403 })
      const inAnHour = (yield* Clock.currentTimeMillis) + 3_600_000
      const stranger = openWith(credential({ secret: "not the secret", expiresAt: inAnHour }))
      const list = yield* Effect.flip(stranger.createMultipart({ key }))
      assert.deepInclude(list, { _tag: "StorageError", reason: "AccessDenied", status: 403 })
    }))

  it.effect("learns the storage's time from a refusal, and is right the second time", () =>
    Effect.gen(function*() {
      const { openWith } = yield* Bucket
      const key = newKey("skewed")
      for (const millis of wrongClocks) {
        const objects = openWith(credential())
        const error = yield* Effect.flip(atClockOff(millis)(objects.createMultipart({ key })))
        assert.deepInclude(error, { _tag: "StorageError", reason: "ClockSkew", retry: "now" })
        const uploadId = yield* atClockOff(millis)(objects.createMultipart({ key }))
        yield* atClockOff(millis)(objects.abort({ key, uploadId }))
        const bytes = randomBytes(10)
        yield* atClockOff(millis)(store(objects, key, bytes))
      }
    }))

  it.effect("learns the storage's time from a refused PUT as well", () =>
    Effect.gen(function*() {
      const { openWith } = yield* Bucket
      const objects = openWith(credential())
      const key = newKey("skewed put")
      const offset = -Duration.toMillis("2 hours")
      const error = yield* Effect.flip(atClockOff(offset)(store(objects, key, randomBytes(10))))
      assert.deepInclude(error, { _tag: "StorageError", reason: "ClockSkew" })
      yield* atClockOff(offset)(store(objects, key, randomBytes(10)))
    }))

  it.effect("refuses a body that is not the one of the MD5", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      const key = newKey("digest")
      const bytes = randomBytes(10)
      const address = yield* objects.presign({ method: "PUT", key, digest: { md5: "0".repeat(32) } })
      const error = yield* Effect.flip(objects.accept({ key }, whole(bytes), address, yield* put(address, bytes)))
      assert.deepInclude(error, { _tag: "IntegrityError", what: "md5" })
    }))

  it.effect("takes parts with their CRC32, and never says one that is not that of the bytes", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      const key = newKey("crc32")
      const bytes = randomBytes(5 * mebibyte + 1000)
      const { parts: multipart } = partStoreOf(objects, key, {
        contentType: undefined,
        mark: "mark-crc32",
        integrity: "crc32"
      })
      const uploadId = yield* multipart.begin
      const sent: Array<StoredPart> = []
      for (const part of partsOf(bytes.length, 5 * mebibyte)) {
        const body = bytes.subarray(part.start, part.end)
        const other = yield* multipart.address(uploadId, part, { crc32: crc32Of(randomBytes(10)) })
        const refused = yield* Effect.either(multipart.accept(uploadId, part, other, yield* put(other, body)))
        // Servers of before checksums ignore the header and say none: only one that compares may say it.
        if (Either.isRight(refused)) assert.isUndefined(refused.right.digest?.crc32)
        const address = yield* multipart.address(uploadId, part, { crc32: crc32Of(body) })
        sent.push(yield* multipart.accept(uploadId, part, address, yield* put(address, body)))
        assert.include([undefined, crc32Of(body)], sent.at(-1)?.digest?.crc32)
      }
      for (const part of yield* listed(objects, key, uploadId)) {
        const body = bytes.subarray((part.number - 1) * 5 * mebibyte, part.number * 5 * mebibyte)
        assert.include([undefined, crc32Of(body)], part.digest?.crc32)
      }
      assert.strictEqual((yield* multipart.complete(uploadId, sent, { size: bytes.length })).size, bytes.length)
      const reply = yield* read(yield* objects.presign({ method: "GET", key }))
      assert.isTrue(bytes.equals(reply.body))
    }))

  it.effect("refuses a life of more than a week before any call", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      for (const expiresIn of ["8 days", 0, "-1 seconds"] as const) {
        const error = yield* Effect.flip(
          objects.presign({ method: "GET", key: "k", expiresIn: Duration.decode(expiresIn) })
        )
        assert.deepInclude(error, { _tag: "InvalidInput", field: "expiresIn" })
      }
    }))
}

const hour = Duration.toMillis("1 hour")

layer(layerOf(), { timeout: "2 minutes", excludeTestServices: true })("an S3 bucket", (it) => {
  contract(it, [hour, -hour])
})

layer(layerOf({ callsAsPage: true }), { timeout: "2 minutes", excludeTestServices: true })(
  "an S3 bucket, whose calls a page makes by itself",
  (it) => {
    useReaderOfXml()
    // Ceph takes an address whose time is still to come.
    contract(it, [-hour])
  }
)
