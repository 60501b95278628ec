/**
 * The multipart uploads of one bucket.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { createHash, randomUUID } from "node:crypto"
import {
  type Blob,
  type BlobPart,
  type BlobUpload,
  type Digests,
  type JoinedPart,
  type Joining,
  noMetadata
} from "./Blob.js"
import { BlobNotFound, BlobPartMissing } from "./BlobErrors.js"
import type { BucketIndex, OpenUpload } from "./BlobIndex.js"
import type { Bucket } from "./BlobStore.js"
import { requireCondition } from "./BucketObjects.js"
import type { GatheredUploads, Joined } from "./GatheredUploads.js"
import * as KeyOrder from "./KeyOrder.js"
import type { StoreCore } from "./StoreCore.js"

/**
 * The ETag of an object made of parts: the MD5 of their MD5s, a dash, and how many they are.
 */
export const multipartEtag = (
  parts: ReadonlyArray<{ readonly etag: string; readonly digests?: Digests }>
): string => {
  const hash = createHash("md5")
  for (const { digests, etag } of parts) hash.update(digests?.md5 ?? etag, "hex")
  return `${hash.digest("hex")}-${parts.length}`
}

/** Nobody asks for the MD5 of a part that is joined. */
const joinedPart = ({ digests: { md5: _, ...digests }, size }: BlobPart): JoinedPart => ({ size, digests })

const inOrder = (parts: Iterable<BlobPart>): ReadonlyArray<BlobPart> =>
  Array.from(parts).sort((left, right) => left.number - right.number)

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

const joinRecords = (open: OpenUpload, { parts: named }: Joining): Effect.Effect<Joined, BlobPartMissing> =>
  Effect.map(namedParts(open, named), (parts) => ({
    parts,
    segments: parts.map((part) => part.segment).filter((segment) => segment.size > 0)
  }))

/**
 * `gathered` is there when the backing puts parts together itself.
 */
export const make = (
  core: StoreCore,
  bucket: BucketIndex,
  gathered: GatheredUploads | undefined
): Pick<Bucket, "begin" | "upload" | "putPart" | "parts" | "listParts" | "complete" | "abort" | "uploads"> => {
  const openUpload = (key: string, uploadId: string): Effect.Effect<OpenUpload, BlobNotFound> =>
    Effect.suspend(() => {
      const found = bucket.uploads.get(uploadId)
      return found === undefined || found.upload.key !== key
        ? Effect.fail(new BlobNotFound({ what: "upload", name: uploadId }))
        : Effect.succeed(found)
    })

  const parts: Bucket["parts"] = (key, uploadId) =>
    Effect.map(openUpload(key, uploadId), (open) => inOrder(open.parts.values()))

  const completeOpen = Effect.fnUntraced(function*(open: OpenUpload, joining: Joining) {
    const { condition, digests = {}, headers } = joining
    const { key, metadata, uploadId } = open.upload
    yield* requireCondition(bucket, key, condition)
    const { etag, parts, segments } = yield* gathered === undefined || open.upload.gathered === undefined
      ? joinRecords(open, joining)
      // An abort meanwhile takes away what is being joined.
      : Effect.tapErrorTag(gathered.join(open, joining), "BlobBroken", () => openUpload(key, uploadId))
    const keep = Effect.gen(function*() {
      // The server may have taken its time, and others may have been faster.
      yield* openUpload(key, uploadId)
      yield* requireCondition(bucket, key, condition)
      const blob: Blob = {
        key,
        size: segments.reduce((sum, segment) => sum + segment.size, 0),
        etag: joining.etag ?? etag ?? multipartEtag(parts),
        digests,
        modified: yield* Clock.currentTimeMillis,
        metadata: { ...metadata, headers: { ...metadata.headers, ...headers } },
        uploadId,
        parts: parts.map(joinedPart),
        segments
      }
      yield* core.commit([
        { change: "put", bucket: bucket.name, blob },
        { change: "end", bucket: bucket.name, uploadId }
      ], segments)
      return blob
    })
    const blob = yield* Effect.onError(keep, () => gathered?.giveUp(open.upload, segments) ?? Effect.void)
    yield* gathered?.end(open.upload, segments[0]) ?? Effect.void
    return blob
  })

  return {
    begin: Effect.fnUntraced(function*({ key, metadata = noMetadata }) {
      const started = yield* Clock.currentTimeMillis
      const begun: BlobUpload = { uploadId: randomUUID().replaceAll("-", ""), key, metadata, started }
      const upload = gathered === undefined ? begun : { ...begun, gathered: yield* gathered.begin }
      yield* Effect.onError(
        core.commitIn(bucket, [{ change: "begin", bucket: bucket.name, upload }]),
        () => gathered?.end(upload) ?? Effect.void
      )
      return upload
    }),
    upload: (key, uploadId) => Effect.map(openUpload(key, uploadId), (open) => open.upload),
    putPart: ({ key, number, uploadId, ...input }) =>
      Effect.flatMap(openUpload(key, uploadId), (open) =>
        core.store(
          input,
          ({ digests, etag = digests.md5 ?? "", segment, size }) =>
            Effect.flatMap(Clock.currentTimeMillis, (modified) => {
              const part: BlobPart = { number, size, etag, digests, modified, segment }
              return openUpload(key, uploadId).pipe(
                Effect.zipRight(core.commit([{ change: "part", bucket: bucket.name, uploadId, part }], [segment])),
                Effect.as(part)
              )
            }),
          gathered?.writeTo(open.upload, number)
        )),
    parts,
    listParts: (key, uploadId, { after = 0, limit = Infinity } = {}) =>
      Effect.flatMap(openUpload(key, uploadId), (open) =>
        open.upload.gathered === undefined || gathered === undefined
          ? Effect.succeed(inOrder(open.parts.values()).filter(({ number }) => number > after).slice(0, limit))
          : gathered.list(open, { after, limit })),
    complete: ({ key, uploadId, ...joining }) =>
      Effect.flatMap(openUpload(key, uploadId), (open) => {
        const complete = Effect.zipRight(openUpload(key, uploadId), completeOpen(open, joining))
        return gathered === undefined ? complete : gathered.alone(open, complete)
      }),
    abort: (key, uploadId) =>
      Effect.flatMap(openUpload(key, uploadId), ({ upload }) =>
        Effect.zipRight(
          core.commit([{ change: "end", bucket: bucket.name, uploadId }]),
          gathered?.end(upload) ?? Effect.void
        )),
    uploads: Effect.sync(() =>
      Array.from(bucket.uploads.values(), (open) => open.upload)
        .sort((left, right) => KeyOrder.compare(left.key, right.key) || left.started - right.started)
    )
  }
}
