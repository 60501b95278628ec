/**
 * Uploads in parts on an S3 server: a part that is large enough for it goes there as it comes, and its own list and ETags
 * count. Smaller ones are objects of their own until the end, and are joined then.
 */
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import type { GatheredPart, Gathering, Written } from "./Backing.js"
import type { BlobPart, Gathered } from "./Blob.js"
import type { BlobNotFound } from "./BlobErrors.js"
import { BlobBroken, BlobPartMissing, type BlobWriteError } from "./BlobErrors.js"
import type * as ByteSource from "./ByteSource.js"
import * as JoinS3 from "./JoinS3.js"
import { gone, isGathered, serverUpload } from "./JoinS3.js"
import { keyOf, type Place } from "./S3Calls.js"
import * as S3Calls from "./S3Calls.js"
import * as SegmentsS3 from "./SegmentsS3.js"
import * as SizedBody from "./SizedBody.js"
import * as SmallestPart from "./SmallestPart.js"
import * as UploadS3 from "./UploadS3.js"

export const make = (place: Place): Gathering => {
  const { bucket: Bucket, call } = place
  const segments = SegmentsS3.make(place)
  const smallest = SmallestPart.make(place, `smallest-part-${randomUUID()}`)

  const join = JoinS3.make(place, segments)

  const pass = Effect.fnUntraced(function*<E>(
    upload: Gathered,
    PartNumber: number,
    source: ByteSource.ByteSource<E>,
    size: number
  ) {
    const where = serverUpload(place, upload)
    const reply = yield* SizedBody.sendOf(
      source,
      size,
      (Body) =>
        call(
          "putPart",
          where.Key,
          (client, sdk, abortSignal) =>
            client.send(new sdk.UploadPartCommand({ ...where, PartNumber, Body, ContentLength: size }), { abortSignal })
        ).pipe(
          Effect.catchTag("BlobBroken", (error) => isThere(upload, error)),
          Effect.catchTag("BlobNotFound", () => Effect.fail(gone(upload))),
          Effect.flatMap((answer) => S3Calls.confirmed("putPart", answer))
        )
    )
    const segment = { id: `${upload.id}/${PartNumber}/${randomUUID()}`, size, gathered: true as const }
    return { segment, etag: S3Calls.etagOf(reply.ETag), md5: S3Calls.md5Of(reply) }
  })

  const list: Gathering["list"] = Effect.fnUntraced(function*(upload, { after = 0, limit = Infinity }) {
    const where = serverUpload(place, upload)
    const parts: Array<GatheredPart> = []
    for (let [marker, isMore] = [after, true]; isMore && parts.length < limit;) {
      const page = yield* call("listParts", where.Key, (client, sdk, abortSignal) =>
        client.send(
          new sdk.ListPartsCommand({
            ...where,
            MaxParts: Math.min(1000, limit - parts.length),
            ...marker === 0 ? {} : { PartNumberMarker: String(marker) }
          }),
          { abortSignal }
        ))
      if (page.IsTruncated === undefined && page.UploadId === undefined) {
        return yield* new BlobBroken({ operation: "listParts", cause: "the answer is no list" })
      }
      for (const { ETag, LastModified, PartNumber = 0, Size = 0 } of page.Parts ?? []) {
        parts.push({
          number: PartNumber,
          size: Size,
          etag: S3Calls.etagOf(ETag) ?? "",
          modified: LastModified?.getTime() ?? 0
        })
      }
      const last = parts.at(-1)?.number ?? marker
      isMore = page.IsTruncated === true && last > marker
      marker = last
    }
    return parts
  }, (listed, upload) => Effect.catchTag(listed, "BlobNotFound", () => Effect.fail(gone(upload))))

  /** A server that answers before it has the body closes the connection, and its answer can be lost: it is asked anew. */
  const isThere = (upload: Gathered, error: BlobBroken) =>
    list(upload, { limit: 1 }).pipe(
      Effect.catchTag("BlobBroken", () => Effect.void),
      Effect.zipRight(Effect.fail(error))
    )

  /** Names the part that the server means. */
  const missing = (upload: Gathered, parts: ReadonlyArray<BlobPart>, error: BlobBroken) =>
    Effect.flatMap(list(upload, {}), (onServer) => {
      const etags = new Map(onServer.map(({ etag, number }) => [number, etag]))
      const part = parts.find((one) => isGathered(one) && etags.get(one.number) !== one.etag)
      return Effect.fail(part === undefined ? error : new BlobPartMissing({ number: part.number }))
    })

  const tooSmall = (upload: Gathered, error: BlobBroken) =>
    smallest.refused.pipe(
      Effect.zipRight(Effect.logWarning(`the server now wants larger parts: ${error.message}`)),
      Effect.zipRight(Effect.fail(gone(upload)))
    )

  return {
    begin: Effect.suspend(() => {
      const id = randomUUID()
      return UploadS3.begin(call, Bucket, keyOf(place, id)).pipe(
        Effect.map(({ UploadId }) => ({ id, uploadId: UploadId })),
        Effect.catchTag("BlobNotFound", (cause) => new BlobBroken({ operation: "begin", cause }))
      )
    }),
    write: <E>(upload: Gathered, number: number, source: ByteSource.ByteSource<E>, size: number | undefined) =>
      Effect.flatMap(
        size === undefined ? Effect.succeed(false) : smallest.allows(size),
        (isAllowed): Effect.Effect<Written, E | BlobNotFound | BlobWriteError> =>
          size !== undefined && isAllowed ? pass(upload, number, source, size) : segments.write(source, size)
      ),
    list,
    join: (upload, parts) =>
      Effect.catchTag(join(upload, parts), "BlobBroken", (error) => {
        if (SmallestPart.isRefusal(error)) return tooSmall(upload, error)
        return S3Calls.codeOf(error) === "InvalidPart" ? missing(upload, parts, error) : Effect.fail(error)
      }),
    end: (upload, kept) =>
      kept?.id === upload.id
        ? Effect.void
        : Effect.zipRight(
          UploadS3.abort(call, serverUpload(place, upload)),
          Effect.promise(() => segments.remove({ id: upload.id, size: 1 }))
        )
  }
}
