/**
 * The multipart uploads of one bucket.
 *
 * @since 1.0.7
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { createHash, randomUUID } from "node:crypto"
import { type Blob, type BlobPart, type BlobUpload, noMetadata } from "./Blob.js"
import { BlobNotFound, BlobPartMissing } from "./BlobErrors.js"
import type { BucketIndex, OpenUpload } from "./BlobIndex.js"
import type { Bucket } from "./BlobStore.js"
import { requireCondition } from "./BucketObjects.js"
import * as KeyOrder from "./KeyOrder.js"
import type { StoreCore } from "./StoreCore.js"

/**
 * The ETag of an object made of parts: the MD5 of their MD5s, a dash, and how many they are.
 *
 * @since 1.0.7
 * @category combinators
 */
export const multipartEtag = (parts: ReadonlyArray<{ readonly etag: string }>): string => {
  const hash = createHash("md5")
  for (const part of parts) hash.update(part.etag, "hex")
  return `${hash.digest("hex")}-${parts.length}`
}

const namedParts = (
  open: OpenUpload,
  named: ReadonlyArray<{ readonly number: number; readonly etag?: string | undefined }>
): Effect.Effect<ReadonlyArray<BlobPart>, BlobPartMissing> =>
  Effect.forEach(named, ({ etag, number }) => {
    const part = open.parts.get(number)
    return part === undefined || (etag !== undefined && etag !== part.etag)
      ? Effect.fail(new BlobPartMissing({ number }))
      : Effect.succeed(part)
  })

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = (
  core: StoreCore,
  bucket: BucketIndex
): Pick<Bucket, "begin" | "upload" | "putPart" | "parts" | "complete" | "abort" | "uploads"> => {
  const openUpload = (key: string, uploadId: string): Effect.Effect<OpenUpload, BlobNotFound> =>
    Effect.suspend(() => {
      const found = bucket.uploads.get(uploadId)
      return found === undefined || found.upload.key !== key
        ? Effect.fail(new BlobNotFound({ what: "upload", name: uploadId }))
        : Effect.succeed(found)
    })

  return {
    begin: ({ key, metadata = noMetadata }) =>
      Effect.flatMap(Clock.currentTimeMillis, (started) => {
        const upload: BlobUpload = { uploadId: randomUUID().replaceAll("-", ""), key, metadata, started }
        return Effect.as(core.commit([{ change: "begin", bucket: bucket.name, upload }]), upload)
      }),
    upload: (key, uploadId) => Effect.map(openUpload(key, uploadId), (open) => open.upload),
    putPart: ({ key, number, uploadId, ...input }) =>
      Effect.zipRight(
        openUpload(key, uploadId),
        core.store(input, ({ digests, segment, size }) =>
          Effect.flatMap(Clock.currentTimeMillis, (modified) => {
            const part: BlobPart = { number, size, etag: digests.md5 ?? "", digests, modified, segment }
            return openUpload(key, uploadId).pipe(
              Effect.zipRight(core.commit([{ change: "part", bucket: bucket.name, uploadId, part }], [segment])),
              Effect.as(part)
            )
          }))
      ),
    parts: (key, uploadId) =>
      Effect.map(
        openUpload(key, uploadId),
        (open) => Array.from(open.parts.values()).sort((left, right) => left.number - right.number)
      ),
    complete: Effect.fnUntraced(function*({ condition, digests = {}, headers, key, parts: named, uploadId }) {
      const modified = yield* Clock.currentTimeMillis
      const open = yield* openUpload(key, uploadId)
      const parts = yield* namedParts(open, named)
      yield* requireCondition(bucket, key, condition)
      const segments = parts.map((part) => part.segment).filter((segment) => segment.size > 0)
      const blob: Blob = {
        key,
        size: segments.reduce((sum, segment) => sum + segment.size, 0),
        etag: multipartEtag(parts),
        digests,
        modified,
        metadata: { ...open.upload.metadata, headers: { ...open.upload.metadata.headers, ...headers } },
        uploadId,
        segments
      }
      yield* core.commit([
        { change: "put", bucket: bucket.name, blob },
        { change: "end", bucket: bucket.name, uploadId }
      ], segments)
      return blob
    }),
    abort: (key, uploadId) =>
      Effect.zipRight(
        openUpload(key, uploadId),
        core.commit([{ change: "end", bucket: bucket.name, uploadId }])
      ),
    uploads: Effect.sync(() =>
      Array.from(bucket.uploads.values(), (open) => open.upload)
        .sort((left, right) => KeyOrder.compare(left.key, right.key) || left.started - right.started)
    )
  }
}
