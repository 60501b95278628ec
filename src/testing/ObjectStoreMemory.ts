/**
 * The object store port over an in-memory storage.
 *
 * @since 1.0.7
 */
import * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { NoSuchUpload, StorageError } from "../domain/errors/StorageErrors.js"
import * as Etag from "../domain/Etag.js"
import { lifeOf } from "../layers/storage/bucket/Signing.js"
import type { ObjectStore } from "../services/ObjectStore.js"
import type { StoreError } from "../services/PartStore.js"
import { Refusal } from "./MemoryBucket.js"
import { errorOf } from "./memoryReplies.js"
import type { MemoryStorage } from "./MemoryStorage.js"

const pageSize = 1000

/**
 * `credentialVersion` gives the version that requests are signed with.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (
  storage: MemoryStorage,
  credentialVersion: Effect.Effect<number, StoreError>
): ObjectStore => {
  const { bucket, platform } = storage
  const call = <A>(
    request: Omit<Parameters<MemoryStorage["call"]>[0], "credentialVersion" | "work">,
    work: () => A | Refusal
  ) => Effect.flatMap(credentialVersion, (version) => storage.call({ ...request, credentialVersion: version, work }))

  const signed = Effect.fnUntraced(function*(
    query: Omit<Parameters<MemoryStorage["address"]>[0], "version">,
    expiresIn: Duration.DurationInput | undefined
  ) {
    const seconds = yield* lifeOf(expiresIn)
    const version = yield* credentialVersion
    const now = yield* Clock.currentTimeMillis
    return {
      url: Redacted.make(storage.address({ ...query, version })),
      headers: {},
      credentialVersion: version,
      expiresAt: now + seconds * 1000
    }
  })

  const page = (key: string, uploadId: string, after: number) =>
    call({ method: "GET", key, uploadId, query: { uploadId, "part-number-marker": String(after) } }, () => {
      const upload = bucket.uploads.get(uploadId)
      if (upload === undefined) return new Refusal(404, "NoSuchUpload")
      return [...upload.parts]
        .map(([number, part]) => ({ number, size: part.bytes.length, etag: part.etag }))
        .filter((part) => part.number > after)
        .sort((one, other) => one.number - other.number)
        .slice(0, pageSize)
    })

  const { bucketRules } = storage
  const onBucket = <A>(method: string, query: string, work: () => A) =>
    call<A>({ method, key: "", query: { [query]: "" } }, work)
  const onObject = <A>(method: string, key: string, work: (now: number) => A | Refusal) =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (now) =>
        call<A>({ method, key, query: { restore: "" } }, () =>
          bucket.objects.has(key) ? work(now) : new Refusal(404, "NoSuchKey"))
    )

  return {
    bucketRules: {
      getLifecycle: onBucket("GET", "lifecycle", () => bucketRules.lifecycle),
      putLifecycle: (rules) => onBucket("PUT", "lifecycle", () => bucketRules.putLifecycle(rules)),
      removeLifecycle: onBucket("DELETE", "lifecycle", () => bucketRules.putLifecycle([])),
      getVersioning: onBucket("GET", "versioning", () => bucketRules.versioning),
      putVersioning: (status) =>
        onBucket("PUT", "versioning", () => {
          bucketRules.versioning = status
        }),
      restore: ({ days, key }) => onObject("POST", key, (now) => bucketRules.restore(key, days, now)),
      restoreState: (key) => onObject("HEAD", key, (now) => bucketRules.restoreState(key, now))
    },
    platform,
    rules: bucket.rules,
    head: (key) =>
      call({ method: "HEAD", key }, () => {
        const object = bucket.objects.get(key)
        return object === undefined
          ? Option.none()
          : Option.some({ key, size: object.bytes.length, etag: object.etag, mark: object.mark })
      }),
    etags: platform === "s3" ? { kind: "unknown" } : undefined,
    presign: ({ digest, downloadName, expiresIn, key, mark }) =>
      signed({ key, mark, filename: downloadName, md5: digest?.md5 }, expiresIn),
    presignPart: ({ digest, expiresIn, key, partNumber, uploadId }) =>
      signed({ key, uploadId, partNumber, md5: digest?.md5 }, expiresIn),
    createMultipart: ({ key, mark }) =>
      Effect.flatMap(Effect.clock, (clock) =>
        call(
          { method: "POST", key, query: { uploads: "" } },
          () => bucket.begin(key, mark, clock.unsafeCurrentTimeMillis())
        )),
    accept: (object, part, address, reply) => {
      const size = part.end - part.start
      if (reply.status === 409 && object.uploadId !== undefined) {
        // As pds says it of a part that is there: it counts when it is as long as this one.
        const there = bucket.uploads.get(object.uploadId)?.parts.get(part.number)
        return there?.bytes.length === size
          ? Effect.succeed({ number: part.number, size, etag: there.etag })
          : Effect.fail(new NoSuchUpload({ uploadId: object.uploadId, objectKey: object.key }))
      }
      if (reply.status >= 300) {
        const { credentialVersion } = address
        return Effect.fail(errorOf({ platform, credentialVersion, key: object.key, uploadId: object.uploadId }, reply))
      }
      const etag = Etag.make(reply.headers["etag"])
      return etag === undefined
        ? Effect.fail(new StorageError({ platform, reason: "MissingEtag" }))
        : Effect.succeed({ number: part.number, size, etag })
    },
    listParts: ({ after: first = 0, key, uploadId }) =>
      Stream.paginateChunkEffect(first, (after) =>
        Effect.map(page(key, uploadId, after), (parts) => [
          Chunk.fromIterable(parts),
          parts.length === pageSize ? Option.some(parts[parts.length - 1]?.number ?? 0) : Option.none()
        ])),
    complete: ({ key, parts, uploadId }) =>
      call({ method: "POST", key, uploadId, query: { uploadId } }, () => {
        const object = bucket.complete(uploadId, parts)
        return object instanceof Refusal
          ? object
          : { key, size: object.bytes.length, etag: object.etag, mark: object.mark }
      }),
    listUploads: (key) =>
      call(
        { method: "GET", key, query: { uploads: "" } },
        () =>
          [...bucket.uploads].flatMap(([uploadId, upload]) =>
            upload.key === key ? [{ uploadId, begunAt: upload.begunAt }] : []
          )
      ),
    // Aborted or not, it is gone.
    abort: ({ key, uploadId }) =>
      call({ method: "DELETE", key, uploadId, query: { uploadId } }, () => bucket.abort(uploadId) ?? uploadId).pipe(
        Effect.asVoid,
        Effect.catchTag("NoSuchUpload", () => Effect.void)
      )
  }
}
