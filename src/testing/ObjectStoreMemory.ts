/**
 * The object store port over an in-memory storage.
 *
 * @since 1.0.7
 */
import * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { uploadPresignExpiry } from "../domain/Constants.js"
import { StorageError } from "../domain/errors/StorageErrors.js"
import * as Etag from "../domain/Etag.js"
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

  const signed = (query: Omit<Parameters<MemoryStorage["address"]>[0], "version">) =>
    Effect.zipWith(credentialVersion, Clock.currentTimeMillis, (version, now) => ({
      url: Redacted.make(storage.address({ ...query, version })),
      headers: {},
      credentialVersion: version,
      expiresAt: now + Duration.toMillis(uploadPresignExpiry)
    }))

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

  return {
    platform,
    rules: bucket.rules,
    head: (key) =>
      call({ method: "HEAD", key }, () => {
        const object = bucket.objects.get(key)
        return object === undefined
          ? Option.none()
          : Option.some({ key, size: object.bytes.length, etag: object.etag, mark: object.mark })
      }),
    presign: ({ key, mark }) => signed({ key, mark }),
    presignPart: ({ key, partNumber, uploadId }) => signed({ key, uploadId, partNumber }),
    createMultipart: ({ key, mark }) =>
      Effect.flatMap(Effect.clock, (clock) =>
        call(
          { method: "POST", key, query: { uploads: "" } },
          () => bucket.begin(key, mark, clock.unsafeCurrentTimeMillis())
        )),
    accept: (object, part, address, reply) => {
      if (reply.status >= 300) {
        const { credentialVersion } = address
        return Effect.fail(errorOf({ platform, credentialVersion, key: object.key, uploadId: object.uploadId }, reply))
      }
      const etag = Etag.make(reply.headers["etag"])
      return etag === undefined
        ? Effect.fail(new StorageError({ platform, reason: "MissingEtag" }))
        : Effect.succeed({ number: part.number, size: part.end - part.start, etag })
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
    abort: ({ key, uploadId }) =>
      Effect.asVoid(
        call({ method: "DELETE", key, uploadId, query: { uploadId } }, () => bucket.abort(uploadId) ?? uploadId)
      )
  }
}
