/**
 * What every backing of the blob store must do.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { BlobStore, type Bucket } from "../../src/blobs/BlobStore.js"
import * as ByteSource from "../../src/blobs/ByteSource.js"

export const md5 = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex")

/** Bytes that differ everywhere, so that a piece in the wrong place shows. */
export const pattern = (size: number, seed = 1): Uint8Array => {
  const bytes = new Uint8Array(size)
  let state = seed * 2654435761 >>> 0 || 1
  for (let index = 0; index < size; index++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    bytes[index] = state & 255
  }
  return bytes
}

export const readAll = (stream: ReadableStream<Uint8Array>): Effect.Effect<Uint8Array> =>
  Effect.orDie(ByteSource.collect(ByteSource.fromReadableStream(stream, (cause) => cause)))

export const text = (value: string) => ByteSource.fromBytes(new TextEncoder().encode(value))

const contentOf = (bucket: Bucket, key: string) =>
  Effect.flatMap(bucket.get(key), ({ read }) => Effect.map(readAll(read()), (bytes) => Buffer.from(bytes).toString()))

const inChunks = (bytes: Uint8Array, size: number): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))

export const blobStoreContract = <E>(
  run: <A, E2>(effect: Effect.Effect<A, E2, BlobStore>) => Effect.Effect<A, E | E2>,
  runSmall: <A, E2>(effect: Effect.Effect<A, E2, BlobStore>) => Effect.Effect<A, E | E2>
): void => {
  const withBucket = <A, E2>(use: (bucket: Bucket) => Effect.Effect<A, E2, BlobStore>) =>
    run(Effect.flatMap(BlobStore, (store) => Effect.flatMap(store.makeBucket("b"), use)))

  it.effect("gives back what was put, with its digests and metadata", () =>
    withBucket((bucket) =>
      Effect.gen(function*() {
        const bytes = pattern(3_000_001)
        const put = yield* bucket.put({
          key: "a/ü 漢字/\u{1f600}\n&<",
          body: ByteSource.fromBytes(...inChunks(bytes, 70_000)),
          digests: ["sha1", "crc32", "crc32c", "crc64", "crc64nvme", "sha256"],
          metadata: { headers: { "content-type": "text/plain" }, user: { mark: "m" } }
        })
        assert.strictEqual(put.etag, md5(bytes))
        assert.strictEqual(put.size, bytes.length)
        assert.strictEqual(put.digests.sha1, createHash("sha1").update(bytes).digest("hex"))
        assert.deepStrictEqual(yield* bucket.head(put.key), put)
        const { blob, read } = yield* bucket.get(put.key)
        assert.deepStrictEqual(blob.metadata, { headers: { "content-type": "text/plain" }, user: { mark: "m" } })
        assert.isTrue(Buffer.from(yield* readAll(read())).equals(bytes))
        const range = yield* readAll(read({ start: 69_990, end: 2_100_009 }))
        assert.isTrue(Buffer.from(range).equals(bytes.subarray(69_990, 2_100_010)))
      })
    ))

  it.effect("takes the check values of the CRCs", () =>
    withBucket((bucket) =>
      Effect.gen(function*() {
        const { digests } = yield* bucket.put({
          key: "check",
          body: text("123456789"),
          digests: ["crc32", "crc32c", "crc64", "crc64nvme"]
        })
        assert.deepStrictEqual(digests, {
          md5: "25f9e794323b453885f5181f1b624d0b",
          crc32: "cbf43926",
          crc32c: "e3069283",
          crc64: "995dc9bbdf1939fa",
          crc64nvme: "ae8b14860a799888"
        })
      })
    ))

  it.effect("keeps an empty object", () =>
    withBucket((bucket) =>
      Effect.gen(function*() {
        const put = yield* bucket.put({ key: "empty", body: ByteSource.fromBytes() })
        assert.strictEqual(put.etag, "d41d8cd98f00b204e9800998ecf8427e")
        assert.strictEqual(yield* contentOf(bucket, "empty"), "")
      })
    ))

  it.effect("shows nothing of a put whose check or source fails", () =>
    withBucket((bucket) =>
      Effect.gen(function*() {
        const store = yield* BlobStore
        const refused = yield* Effect.either(bucket.put({
          key: "k",
          body: text("some bytes"),
          check: () => Effect.fail("refused")
        }))
        assert.deepStrictEqual(refused, Either.left("refused"))
        let chunks = 0
        const broken = yield* Effect.either(bucket.put({
          key: "k",
          body: Effect.suspend(() => chunks++ < 3 ? Effect.succeed(pattern(100)) : Effect.fail("cut"))
        }))
        assert.deepStrictEqual(broken, Either.left("cut"))
        assert.isTrue(Either.isLeft(yield* Effect.either(bucket.head("k"))))
        assert.strictEqual(yield* store.usage, 0)
      })
    ))

  it.effect("replaces an object while readers of the old one continue", () =>
    withBucket((bucket) =>
      Effect.gen(function*() {
        const store = yield* BlobStore
        const old = pattern(600_000, 1)
        yield* bucket.put({ key: "k", body: ByteSource.fromBytes(...inChunks(old, 50_000)) })
        const { read } = yield* bucket.get("k")
        const stream = read()
        yield* bucket.put({ key: "k", body: text("new") })
        assert.isTrue(Buffer.from(yield* readAll(stream)).equals(old))
        assert.strictEqual(yield* contentOf(bucket, "k"), "new")
        assert.strictEqual(yield* store.usage, 3)
      })
    ))

  it.effect("keeps an object whose readers go away while a chunk is on its way", () =>
    withBucket((bucket) =>
      Effect.gen(function*() {
        const store = yield* BlobStore
        const bytes = pattern(600_000)
        yield* bucket.put({ key: "k", body: ByteSource.fromBytes(...inChunks(bytes, 50_000)) })
        const { read } = yield* bucket.get("k")
        yield* Effect.promise(async () => {
          for (const reader of Array.from({ length: 3 }, () => read().getReader())) {
            await reader.read()
            await new Promise((resolve) => setImmediate(resolve))
            const [next] = await Promise.all([reader.read(), reader.cancel()])
            assert.isTrue(next.done)
            await new Promise((resolve) => setImmediate(resolve))
          }
        })
        assert.strictEqual(yield* store.usage, bytes.length)
        assert.isTrue(Buffer.from(yield* readAll(read())).equals(bytes))
      })
    ))

  it.effect("puts on a condition only", () =>
    withBucket((bucket) =>
      Effect.gen(function*() {
        const first = yield* bucket.put({ key: "k", body: text("1"), condition: { absent: true } })
        const again = yield* Effect.either(bucket.put({ key: "k", body: text("2"), condition: { absent: true } }))
        assert.strictEqual(Either.isLeft(again) && again.left._tag, "BlobConflict")
        yield* bucket.put({ key: "k", body: text("3"), condition: { etag: first.etag } })
        assert.strictEqual(yield* contentOf(bucket, "k"), "3")
      })
    ))

  it.effect("removes, and copies without the source", () =>
    withBucket((bucket) =>
      Effect.gen(function*() {
        const store = yield* BlobStore
        const from = yield* bucket.put({ key: "from", body: text("content") })
        yield* bucket.copy({ from, key: "to" })
        assert.isTrue(yield* bucket.remove("from"))
        assert.isFalse(yield* bucket.remove("from"))
        assert.strictEqual(yield* contentOf(bucket, "to"), "content")
        assert.strictEqual(yield* store.usage, 7)
        yield* bucket.remove("to")
        assert.strictEqual(yield* store.usage, 0)
        const gone = yield* Effect.either(bucket.copy({ from, key: "again" }))
        assert.strictEqual(Either.isLeft(gone) && gone.left._tag, "BlobNotFound")
      })
    ))

  it.effect("joins random parts, sent in any order and some of them twice, to the right bytes", () =>
    withBucket((bucket) =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 8 }).chain((numbers) =>
              fc.record({
                parts: fc.tuple(
                  ...numbers.map((number) =>
                    fc.record({ number: fc.constant(number), size: fc.integer({ min: 0, max: 300_000 }) })
                  )
                ),
                order: fc.shuffledSubarray(numbers, { minLength: numbers.length }),
                named: fc.shuffledSubarray(numbers, { minLength: 1 }),
                start: fc.nat(1_000_000),
                length: fc.nat(1_000_000)
              })
            ),
            ({ length, named, order, parts, start }) =>
              Effect.runPromise(Effect.gen(function*() {
                const { uploadId } = yield* bucket.begin({ key: "joined" })
                const bytesOf = new Map(parts.map(({ number, size }) => [number, pattern(size, number)]))
                const putPart = (number: number, bytes: Uint8Array) =>
                  bucket.putPart({
                    key: "joined",
                    uploadId,
                    number,
                    body: ByteSource.fromBytes(...inChunks(bytes, 60_000))
                  })
                const first = order[0] ?? 0
                yield* putPart(first, pattern(10, 99_999))
                yield* Effect.forEach(order, (number) => putPart(number, bytesOf.get(number) ?? new Uint8Array()), {
                  concurrency: 3
                })
                const stored = yield* bucket.parts("joined", uploadId)
                assert.deepStrictEqual(stored.map((part) => part.number), order.toSorted((a, b) => a - b))
                const chosen = named.toSorted((a, b) => a - b)
                const expected = Buffer.concat(chosen.map((number) => bytesOf.get(number) ?? new Uint8Array()))
                const blob = yield* bucket.complete({
                  key: "joined",
                  uploadId,
                  parts: chosen.map((number) => ({ number, etag: md5(bytesOf.get(number) ?? new Uint8Array()) }))
                })
                assert.strictEqual(blob.size, expected.length)
                const { read } = yield* bucket.get("joined")
                assert.isTrue(Buffer.from(yield* readAll(read())).equals(expected))
                const end = Math.min(start + length, expected.length - 1)
                if (start <= end) {
                  const range = Buffer.from(yield* readAll(read({ start, end })))
                  assert.isTrue(range.equals(expected.subarray(start, end + 1)))
                }
              }))
          ),
          { numRuns: 25 }
        )
      ).pipe(
        Effect.zipRight(BlobStore),
        Effect.flatMap((store) => Effect.zip(store.usage, bucket.head("joined"))),
        Effect.map(([usage, blob]) => assert.strictEqual(usage, blob.size))
      )
    ))

  it.effect("tells a wrong part, an unknown upload and an aborted one", () =>
    withBucket((bucket) =>
      Effect.gen(function*() {
        const store = yield* BlobStore
        const { uploadId } = yield* bucket.begin({ key: "k" })
        const body = () => text("part")
        yield* bucket.putPart({ key: "k", uploadId, number: 1, body: body() })
        const tag = <A>(effect: Effect.Effect<A, { readonly _tag: string }>) =>
          Effect.map(Effect.either(effect), (result) => Either.isLeft(result) ? result.left._tag : "success")
        const complete = (parts: ReadonlyArray<{ number: number; etag?: string }>) =>
          tag(bucket.complete({ key: "k", uploadId, parts }))
        assert.strictEqual(yield* complete([{ number: 2 }]), "BlobPartMissing")
        assert.strictEqual(yield* complete([{ number: 1, etag: "0" }]), "BlobPartMissing")
        assert.strictEqual(yield* tag(bucket.parts("other", uploadId)), "BlobNotFound")
        assert.deepStrictEqual((yield* bucket.uploads).map((upload) => upload.uploadId), [uploadId])
        yield* bucket.abort("k", uploadId)
        assert.strictEqual(yield* tag(bucket.putPart({ key: "k", uploadId, number: 1, body: body() })), "BlobNotFound")
        assert.deepStrictEqual(yield* bucket.uploads, [])
        assert.strictEqual(yield* store.usage, 0)
      })
    ))

  it.effect("takes a digest of an object made of parts, once", () =>
    withBucket((bucket) =>
      Effect.gen(function*() {
        const { uploadId } = yield* bucket.begin({ key: "k" })
        yield* bucket.putPart({ key: "k", uploadId, number: 1, body: text("abc") })
        yield* bucket.putPart({ key: "k", uploadId, number: 2, body: text("def") })
        yield* bucket.complete({ key: "k", uploadId, parts: [{ number: 1 }, { number: 2 }] })
        const sha1 = createHash("sha1").update("abcdef").digest("hex")
        assert.strictEqual(yield* bucket.digest("k", "sha1"), sha1)
        assert.strictEqual((yield* bucket.head("k")).digests.sha1, sha1)
        assert.strictEqual(yield* contentOf(bucket, "k"), "abcdef")
      })
    ))

  it.effect("lists in the order of UTF-8 bytes, page by page", () =>
    withBucket((bucket) =>
      Effect.gen(function*() {
        const keys = ["a", "a/b", "a/c", "b", "ü", "\uffee", "\u{1f600}", "z"]
        const puts = keys.toReversed()
        for (const key of puts.slice(0, 4)) yield* bucket.put({ key, body: text(key) })
        yield* bucket.list({ limit: 1 })
        for (const key of puts.slice(4)) yield* bucket.put({ key, body: text(key) })
        const sorted = keys.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
        const listed: Array<string> = []
        let after: string | undefined
        do {
          const page: { items: ReadonlyArray<{ key: string }>; next?: string | undefined } = yield* bucket.list({
            after,
            limit: 3
          })
          listed.push(...page.items.map((blob) => blob.key))
          after = page.next
        } while (after !== undefined)
        assert.deepStrictEqual(listed, sorted)
        const underA = yield* bucket.list({ prefix: "a/", limit: 10 })
        assert.deepStrictEqual(underA.items.map((blob) => blob.key), ["a/b", "a/c"])
      })
    ))

  it.effect("keeps settings, and removes only empty buckets", () =>
    withBucket((bucket) =>
      Effect.gen(function*() {
        const store = yield* BlobStore
        yield* bucket.set("cors", "rules")
        assert.strictEqual(yield* bucket.setting("cors"), "rules")
        yield* bucket.set("cors", undefined)
        assert.isUndefined(yield* bucket.setting("cors"))
        yield* bucket.put({ key: "k", body: text("x") })
        const refused = yield* Effect.either(store.removeBucket("b"))
        assert.strictEqual(Either.isLeft(refused) && refused.left._tag, "BlobConflict")
        yield* bucket.remove("k")
        yield* store.removeBucket("b")
        assert.isTrue(Either.isLeft(yield* Effect.either(store.bucket("b"))))
      })
    ))

  it.effect("removes a bucket with open uploads only if they are to be aborted", () =>
    withBucket((bucket) =>
      Effect.gen(function*() {
        const store = yield* BlobStore
        const { uploadId } = yield* bucket.begin({ key: "k" })
        yield* bucket.putPart({ key: "k", uploadId, number: 1, body: text("part") })
        const refused = yield* Effect.flip(store.removeBucket("b"))
        assert.strictEqual(refused._tag, "BlobConflict")
        assert.lengthOf(yield* bucket.listParts("k", uploadId), 1)
        yield* store.removeBucket("b", "aborted")
        assert.isTrue(Either.isLeft(yield* Effect.either(store.bucket("b"))))
        assert.strictEqual((yield* Effect.flip(bucket.abort("k", uploadId)))._tag, "BlobNotFound")
      })
    ))

  it.effect("stores nothing in a bucket that is removed while the bytes arrive, and says so", () =>
    withBucket((bucket) =>
      Effect.gen(function*() {
        const store = yield* BlobStore
        const chunks = inChunks(pattern(100), 50)
        const whenRead = (last: Effect.Effect<unknown, unknown>) => {
          const source = ByteSource.fromBytes(...chunks)
          let reads = 0
          return Effect.tap(source, () => reads++ === 1 ? Effect.orDie(last) : Effect.void)
        }
        const lost = yield* Effect.flip(bucket.put({ key: "k", body: whenRead(store.removeBucket("b")) }))
        assert.deepInclude(lost, { _tag: "BlobNotFound", what: "bucket" })
        assert.strictEqual(yield* store.usage, 0)

        const second = yield* store.makeBucket("b")
        const again = Effect.zipRight(store.removeBucket("b"), store.makeBucket("b"))
        const other = yield* Effect.flip(second.put({ key: "k", body: whenRead(again) }))
        assert.deepInclude(other, { _tag: "BlobNotFound", what: "bucket" })
        assert.isTrue(Either.isLeft(yield* Effect.either((yield* store.bucket("b")).head("k"))))
        assert.strictEqual(yield* store.usage, 0)

        const begun = yield* Effect.flip(second.begin({ key: "k" }))
        assert.deepInclude(begun, { _tag: "BlobNotFound", what: "bucket" })
      })
    ))

  it.effect("removes an object only if it is the expected one", () =>
    withBucket((bucket) =>
      Effect.gen(function*() {
        const { etag } = yield* bucket.put({ key: "k", body: text("x") })
        const refused = yield* Effect.flip(bucket.removeIf("k", (blob) => blob.etag !== etag))
        assert.strictEqual(refused._tag, "BlobConflict")
        assert.strictEqual((yield* bucket.head("k")).etag, etag)
        assert.isTrue(yield* bucket.removeIf("k", (blob) => blob.etag === etag))
        assert.isFalse(yield* bucket.removeIf("k", () => false))
      })
    ))

  it.effect("holds no more than its capacity, and has room again after a removal", () =>
    runSmall(Effect.gen(function*() {
      const store = yield* BlobStore
      const bucket = yield* store.makeBucket("b")
      const put = (key: string, size: number) =>
        bucket.put({ key, body: ByteSource.fromBytes(...inChunks(pattern(size), 100)) })
      yield* put("a", 600)
      const full = yield* Effect.either(put("b", 500))
      assert.strictEqual(Either.isLeft(full) && full.left._tag, "BlobNoSpace")
      assert.strictEqual(yield* store.usage, 600)
      yield* bucket.remove("a")
      yield* put("b", 500)
      assert.strictEqual(yield* store.usage, 500)
    })))
}
