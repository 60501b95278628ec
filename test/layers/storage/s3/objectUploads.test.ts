import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Fiber, Option, Redacted, Stream, TestClock } from "effect"
import { createHash } from "node:crypto"
import { NoSuchUpload } from "../../../../src/domain/errors/StorageErrors.js"
import type { PartRange } from "../../../../src/domain/UploadPlan.js"
import { partAt } from "../../../../src/domain/UploadPlan.js"
import type { ObjectStore } from "../../../../src/services/ObjectStore.js"
import type { StoredPart } from "../../../../src/services/PartStore.js"
import type { Transport } from "../../../../src/services/Transport.js"
import type { UploadSource } from "../../../../src/services/UploadSource.js"
import * as HasherMemory from "../../../../src/testing/HasherMemory.js"
import * as ObjectUploads from "../../../../src/transfer/parts/ObjectUploads.js"

/** A bucket with one multipart upload, `u`, of the key `k`, that has some parts already. */
const bucketWith = (
  stored: ReadonlyArray<StoredPart>,
  minSize = 1,
  defaults?: ObjectStore["uploads"],
  hung: { readonly objects?: Partial<ObjectStore>; readonly put?: Transport.Service["put"] } = {}
) => {
  const sent: Array<PartRange> = []
  const calls: Array<string> = []
  let completed: ReadonlyArray<StoredPart> = []
  const unused = () => Effect.dieMessage("not used here")
  const objects: ObjectStore = {
    platform: "s3",
    rules: { minSize, maxSize: 1_000_000_000, maxCount: 10_000, multipleOf: 1, order: "any" },
    uploads: defaults,
    head: () => Effect.succeed(Option.none()),
    presign: unused,
    createMultipart: unused,
    presignPart: ({ partNumber }) =>
      Effect.succeed({ url: Redacted.make(`${partNumber}`), headers: {}, credentialVersion: 1, expiresAt: 0 }),
    accept: (_, part) => {
      sent.push(part)
      return Effect.succeed({ number: part.number, size: part.end - part.start, etag: `sent-${part.number}` })
    },
    listParts: ({ key, uploadId }) => {
      calls.push(`list ${key} ${uploadId}`)
      return uploadId === "u"
        ? Stream.fromIterable(stored)
        : Stream.fail(new NoSuchUpload({ uploadId, objectKey: key }))
    },
    complete: ({ key, parts }) => {
      completed = parts
      return Effect.succeed({ key, size: parts.reduce((sum, part) => sum + part.size, 0) })
    },
    abort: ({ key, uploadId }) => Effect.sync(() => calls.push(`abort ${key} ${uploadId}`)),
    ...hung.objects
  }
  const transport: Transport.Service = {
    put: hung.put ?? ((_, body, count) =>
      Effect.sync(() => {
        count(body instanceof Blob ? body.size : body.length)
        return { status: 200, headers: {}, body: "" }
      })),
    get: unused
  }
  return {
    uploads: ObjectUploads.make(objects, transport, HasherMemory.make({ bytesPerSecond: 1_000_000 })),
    sent,
    calls,
    completed: () => completed
  }
}

const sourceOf = (size: number): UploadSource => ({
  identity: { name: "f", size, modifiedAt: undefined },
  contentType: undefined,
  origin: { _tag: "Bytes", bytes: new Uint8Array() },
  withPart: ({ end, start }, use) => use(new Uint8Array(end - start)),
  readAll: () => Effect.void,
  verify: Effect.void
})

const storedAt = (size: number, partSize: number, numbers: ReadonlyArray<number>): ReadonlyArray<StoredPart> =>
  numbers.map((number) => {
    const { end, start } = partAt(size, partSize, number)
    return { number, size: end - start, etag: `stored-${number}` }
  })

const numbersOf = (parts: ReadonlyArray<{ readonly number: number }>) =>
  parts.map((part) => part.number).sort((a, b) => a - b)

describe("uploads by key and upload id", () => {
  it.effect("are cut as the bucket's own default says, which grows where the parts would be too many", () =>
    Effect.gen(function*() {
      const resumed = (size: number, defaults: ObjectStore["uploads"]) => {
        const { sent, uploads } = bucketWith([], 10, defaults)
        return Effect.as(uploads.resume({ source: sourceOf(size), objectKey: "k", uploadId: "u" }), sent)
      }
      assert.lengthOf(yield* resumed(1000, { partSize: 100 }), 10)
      assert.lengthOf(yield* resumed(200_000, { partSize: 10 }), 10_000)
      const small = yield* Effect.flip(resumed(1000, { partSize: 9 }))
      // However large the file is for which it would have grown.
      for (const none of [9, -1, 10.5]) {
        const large = yield* Effect.flip(resumed(200_000, { partSize: none }))
        assert.strictEqual(large._tag, "InvalidInput", String(none))
      }
      assert.strictEqual(small._tag, "InvalidInput")
      for (const parallel of [0, -1, 1.5, Number.NaN]) {
        const error = yield* Effect.flip(resumed(1000, { parallel }))
        assert.deepInclude(error, { _tag: "InvalidInput", field: "parallel" })
      }
    }))

  it.effect("need a file, a key and an upload id, before any call", () =>
    Effect.gen(function*() {
      const { calls, uploads } = bucketWith([])
      const source = sourceOf(10)
      const cases = [
        [{ source: undefined, objectKey: "k", uploadId: "u" }, "source", "aws s3 file empty"],
        [{ source, objectKey: "", uploadId: "u" }, "objectKey", "aws s3 object_key empty"],
        [{ source, objectKey: undefined, uploadId: "u" }, "objectKey", "aws s3 object_key empty"],
        [{ source, objectKey: "k", uploadId: "" }, "uploadId", "aws s3 upload_id empty"]
      ] as const
      for (const [upload, field, message] of cases) {
        assert.deepInclude(yield* Effect.flip(uploads.resume(upload)), { _tag: "InvalidInput", field, message })
      }
      for (const objectKey of ["", undefined]) {
        const error = yield* Effect.flip(uploads.cancel({ objectKey, uploadId: "u" }))
        assert.deepInclude(error, { _tag: "InvalidInput", field: "objectKey", message: "object_key required" })
      }
      assert.deepStrictEqual(calls, [])
    }))

  describe("of a file that changes unseen", () => {
    const size = 95
    const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex")
    const written = (fill: number) => new Uint8Array(size).fill(fill)

    /** The file is written to when this part has arrived; part 2 is there from before. */
    const resume = (changedAt: number | undefined, etags?: ObjectStore["etags"]) => {
      let bytes = written(1)
      const kept = { number: 2, size: 10, etag: md5(bytes.subarray(10, 20)) }
      const accept: ObjectStore["accept"] = (_, { end, number, start }) => {
        const stored = {
          number,
          size: end - start,
          etag: etags === undefined ? "opaque" : md5(bytes.subarray(start, end))
        }
        if (number === changedAt) bytes = written(2)
        return Effect.succeed(stored)
      }
      const bucket = bucketWith([kept], 1, { parallel: 1 }, { objects: { accept, etags } })
      const source: UploadSource = {
        ...sourceOf(size),
        changesUnseen: true,
        withPart: ({ end, start }, use) => use(bytes.subarray(start, end))
      }
      return Effect.map(
        Effect.either(bucket.uploads.resume({ source, objectKey: "k", uploadId: "u", partSize: 10 })),
        (end) => ({ end, joined: bucket.completed().length })
      )
    }

    for (const etags of [{ kind: "digests" } as const, undefined]) {
      const storage = etags === undefined ? "ETags that say nothing" : "ETags that are digests"
      it.effect(`are not joined from two versions of it: ${storage}`, () =>
        Effect.gen(function*() {
          // after the last part only the one that was there from before can differ from what was compared
          for (const part of [1, 5, 10]) {
            const { end, joined } = yield* resume(part, etags)
            assert.deepInclude(end, { _tag: "Left" }, `changed at part ${part}`)
            assert.deepInclude(Either.flip(end).pipe(Either.getOrThrow), { _tag: "SourceChanged", what: "content" })
            assert.strictEqual(joined, 0)
          }
        }))

      it.effect(`are joined where nobody writes to it: ${storage}`, () =>
        Effect.gen(function*() {
          const { end, joined } = yield* resume(undefined, etags)
          assert.isTrue(Either.isRight(end))
          assert.strictEqual(joined, 10)
        }))
    }
  })

  it.effect("send only what is missing, and complete with all", () =>
    Effect.gen(function*() {
      const bucket = bucketWith(storedAt(95, 10, [1, 2, 5]))
      let bytes = 0
      const stored = yield* bucket.uploads.resume({
        source: sourceOf(95),
        objectKey: "k",
        uploadId: "u",
        sent: (count) => {
          bytes += count
        }
      })
      assert.strictEqual(stored.size, 95)
      assert.deepStrictEqual(numbersOf(bucket.sent), [3, 4, 6, 7, 8, 9, 10])
      assert.strictEqual(bytes, 65)
      assert.deepStrictEqual(bucket.completed().map((part) => part.etag), [
        "stored-1",
        "stored-2",
        "sent-3",
        "sent-4",
        "stored-5",
        "sent-6",
        "sent-7",
        "sent-8",
        "sent-9",
        "sent-10"
      ])
    }))

  it.effect("read the part size off the last part when no other is there", () =>
    Effect.gen(function*() {
      const bucket = bucketWith(storedAt(95, 10, [10]), 6)
      yield* bucket.uploads.resume({ source: sourceOf(95), objectKey: "k", uploadId: "u" })
      assert.deepStrictEqual(numbersOf(bucket.sent), [1, 2, 3, 4, 5, 6, 7, 8, 9])
    }))

  it.effect("trust no part that may have been cut in two ways", () =>
    Effect.gen(function*() {
      const bucket = bucketWith(storedAt(95, 10, [10]))
      yield* bucket.uploads.resume({ source: sourceOf(95), objectKey: "k", uploadId: "u" })
      assert.deepStrictEqual(bucket.sent, [{ number: 1, start: 0, end: 95 }])
      assert.deepStrictEqual(numbersOf(bucket.completed()), [1])
    }))

  it.effect("send a part again whose size is not the one of the plan", () =>
    Effect.gen(function*() {
      const bucket = bucketWith([{ number: 1, size: 10, etag: "a" }, { number: 2, size: 7, etag: "b" }])
      yield* bucket.uploads.resume({ source: sourceOf(30), objectKey: "k", uploadId: "u", partSize: 10 })
      assert.deepStrictEqual(numbersOf(bucket.sent), [2, 3])
    }))

  it.effect("send a part again that holds other bytes, and not one that holds those of the file", () =>
    Effect.gen(function*() {
      const zeros = "d310a40483f9399dd7ed1712e0fdd702"
      const { completed, sent, uploads } = bucketWith([
        { number: 1, size: 7, etag: "ab".repeat(16) },
        { number: 2, size: 7, etag: zeros },
        { number: 3, size: 7, etag: "no digest" }
      ])
      yield* uploads.resume({ source: sourceOf(28), objectKey: "k", uploadId: "u", partSize: 7 })
      assert.deepStrictEqual(sent.map(({ number }) => number), [1, 4])
      assert.deepStrictEqual(completed().map(({ etag }) => etag), ["sent-1", zeros, "no digest", "sent-4"])
    }))

  it.effect("leave out parts beyond the end of the file", () =>
    Effect.gen(function*() {
      const bucket = bucketWith(storedAt(40, 10, [1, 2, 3, 4]))
      yield* bucket.uploads.resume({ source: sourceOf(20), objectKey: "k", uploadId: "u", partSize: 10 })
      assert.deepStrictEqual(numbersOf(bucket.completed()), [1, 2])
    }))

  it.effect("send one empty part of an empty file", () =>
    Effect.gen(function*() {
      const bucket = bucketWith([])
      yield* bucket.uploads.resume({ source: sourceOf(0), objectKey: "k", uploadId: "u" })
      assert.deepStrictEqual(bucket.sent, [{ number: 1, start: 0, end: 0 }])
    }))

  it.effect("fail when the storage knows the upload no more", () =>
    Effect.gen(function*() {
      const { uploads } = bucketWith([])
      const error = yield* Effect.flip(uploads.resume({ source: sourceOf(10), objectKey: "k", uploadId: "gone" }))
      assert.deepInclude(error, { _tag: "NoSuchUpload", uploadId: "gone", objectKey: "k" })
    }))

  it.effect("end when a request stands still, each after its own patience", () =>
    Effect.gen(function*() {
      const never = () => Effect.never
      const upload = { source: sourceOf(10), objectKey: "k", uploadId: "u" }
      const cases: ReadonlyArray<readonly [Parameters<typeof bucketWith>[3], "Stalled" | "Timeout", number]> = [
        [{ put: never }, "Stalled", 120],
        [{ put: (_, __, count) => Effect.zipRight(Effect.sync(() => count(4)), Effect.never) }, "Stalled", 30],
        [{ objects: { presignPart: never } }, "Timeout", 60],
        [{ objects: { listParts: () => Stream.never } }, "Timeout", 60],
        [{ objects: { complete: never } }, "Timeout", 600]
      ]
      for (const [hung, reason, patience] of cases) {
        const resuming = yield* Effect.fork(bucketWith([], 1, undefined, hung).uploads.resume(upload))
        yield* TestClock.adjust(`${patience - 1} seconds`)
        assert.strictEqual((yield* Fiber.poll(resuming))._tag, "None")
        yield* TestClock.adjust("1 second")
        assert.deepInclude(yield* Effect.flip(Fiber.join(resuming)), { _tag: "TransportError", reason })
      }
      const { uploads } = bucketWith([], 1, undefined, { objects: { abort: never } })
      const aborting = yield* Effect.fork(uploads.cancel({ objectKey: "k", uploadId: "u" }))
      yield* TestClock.adjust("60 seconds")
      assert.deepInclude(yield* Effect.flip(Fiber.join(aborting)), { _tag: "TransportError", reason: "Timeout" })
    }))

  it.effect("keep no part that was answered with a success before it had left", () =>
    Effect.gen(function*() {
      const early = () => Effect.succeed({ status: 200, headers: {}, body: "", isEarly: true })
      const { completed, sent, uploads } = bucketWith([], 1, undefined, { put: early })
      const error = yield* Effect.flip(uploads.resume({ source: sourceOf(10), objectKey: "k", uploadId: "u" }))
      assert.deepInclude(error, { _tag: "TransportError", reason: "Network", method: "PUT" })
      assert.deepStrictEqual([sent, completed()], [[], []])
    }))

  it.effect("are aborted, if there is anything to abort", () =>
    Effect.gen(function*() {
      const { calls, uploads } = bucketWith([])
      yield* uploads.cancel({ objectKey: "k", uploadId: "u" })
      yield* uploads.cancel({ objectKey: "k", uploadId: undefined })
      assert.deepStrictEqual(calls, ["abort k u"])
    }))
})

describe("a part whose ETag is not the MD5 of its bytes", () => {
  it.effect("goes once more, with a Content-MD5 that the storage compares", () =>
    Effect.gen(function*() {
      const digests: Array<string | undefined> = []
      let answers = 0
      const { uploads } = bucketWith([], 1, undefined, {
        objects: {
          etags: { kind: "unknown" },
          presignPart: ({ digest, partNumber }) => {
            digests.push(digest?.md5)
            return Effect.succeed({
              url: Redacted.make(`${partNumber}`),
              headers: {},
              credentialVersion: 1,
              expiresAt: 0
            })
          },
          accept: (_, { end, number, start }) => {
            const size = end - start
            // The MD5 of 10 zero bytes is what the second answer says.
            const etag = answers++ === 0 ? "0".repeat(32) : "a63c90cc3684ad8b0a2176a6a8fe9005"
            return Effect.succeed({ number, size, etag })
          }
        }
      })
      yield* uploads.resume({ source: sourceOf(10), objectKey: "k", uploadId: "u", partSize: 10 })
      assert.deepStrictEqual(digests, [undefined, "a63c90cc3684ad8b0a2176a6a8fe9005"])
    }))
})
