/**
 * How the parts of an upload become one object on an S3 server, which takes no small ones but at the end.
 */
import type { CompletedPart } from "@aws-sdk/client-s3"
import * as Effect from "effect/Effect"
import { createHash, randomUUID } from "node:crypto"
import type { Backing, SegmentReader, Written } from "./Backing.js"
import type { BlobPart, Gathered, Segment } from "./Blob.js"
import { BlobBroken, BlobNotFound } from "./BlobErrors.js"
import * as ByteSource from "./ByteSource.js"
import { keyOf, type Place } from "./S3Calls.js"
import * as S3Calls from "./S3Calls.js"
import * as SegmentsS3 from "./SegmentsS3.js"
import * as UploadS3 from "./UploadS3.js"

const noSegment: Segment = { id: "", size: 0 }

/**
 * Whether the part is one of the server's.
 */
export const isGathered = ({ segment }: BlobPart): boolean => segment.gathered === true

const sizeOf = (parts: ReadonlyArray<{ readonly size: number }>): number =>
  parts.reduce((sum, { size }) => sum + size, 0)

const completed = ({ etag, number }: BlobPart): CompletedPart => ({ PartNumber: number, ETag: `"${etag}"` })

/** The bytes of a part, which must still be those that came. */
const verified = <E>(source: ByteSource.ByteSource<E>, { digests: { md5 }, number }: BlobPart) => {
  const hash = createHash("md5")
  const checked = Effect.suspend(() =>
    md5 === undefined || md5 === hash.digest("hex")
      ? Effect.void
      : Effect.fail(new BlobBroken({ operation: "join", cause: `part ${number} is no longer what was sent` }))
  )
  return ByteSource.onEnd(
    Effect.tap(source, (chunk) => {
      if (chunk !== undefined) hash.update(chunk)
    }),
    checked
  )
}

/** Where in the object made of the gathered parts alone each of them lies. */
const placesIn = (object: Segment, parts: ReadonlyArray<BlobPart>) => {
  let start = 0
  return parts.map((part) => {
    if (!isGathered(part)) return { part, segment: part.segment, start: 0 }
    start += part.size
    return { part, segment: object, start: start - part.size }
  })
}

/**
 * The upload by the server's names.
 */
export const serverUpload = (place: Place, { id, uploadId }: Gathered): UploadS3.ServerUpload => ({
  Bucket: place.bucket,
  Key: keyOf(place, id),
  UploadId: uploadId
})

/**
 * The server knows the upload no more.
 */
export const gone = (upload: Gathered): BlobNotFound => new BlobNotFound({ what: "upload", name: upload.uploadId })

/**
 * Joins parts; called again with the same ones it continues where it was.
 */
export const make = (place: Place, segments: Pick<Backing, "open">) => {
  const { bucket: Bucket, call } = place

  /** Gives the bytes of the parts to `use`, and lets go of the connection whatever comes of it. */
  const readParts = <A, E>(
    pieces: ReturnType<typeof placesIn>,
    use: (source: ByteSource.ByteSource<BlobBroken>) => Effect.Effect<A, E>
  ) =>
    Effect.suspend(() => {
      let reader: SegmentReader | undefined
      const source = ByteSource.concat(pieces.map(({ part, segment, start }) => () => {
        const opened = segments.open(segment, start, start + part.size)
        reader = opened
        const bytes = Effect.tryPromise({
          try: async () => {
            const chunk = await opened.read()
            if (chunk === undefined) await opened.close()
            return chunk
          },
          catch: (cause) => new BlobBroken({ operation: "join", cause })
        })
        return verified(bytes, part)
      }))
      return Effect.ensuring(use(source), Effect.promise(async () => reader?.close()))
    })

  const complete = <E>(upload: Gathered, size: number, parts: Effect.Effect<ReadonlyArray<CompletedPart>, E>) =>
    Effect.catchIf(
      UploadS3.complete(call, serverUpload(place, upload), size, parts),
      (error) => error instanceof BlobNotFound,
      () => Effect.fail(gone(upload))
    )

  /** All parts are the server's, but for one at the end that it takes however small it is. */
  const joinStraight = (upload: Gathered, parts: ReadonlyArray<BlobPart>, tail: BlobPart | undefined) => {
    const passed = parts.filter(isGathered).map(completed)
    const all = tail === undefined
      ? Effect.succeed(passed)
      : readParts(placesIn(noSegment, [tail]), ByteSource.collect).pipe(
        Effect.flatMap((bytes) => UploadS3.sendPart(call, serverUpload(place, upload), tail.number, bytes)),
        Effect.map((last) => [...passed, last])
      )
    return Effect.map(complete(upload, sizeOf(parts), all), ({ ETag }) => ({
      segment: { id: upload.id, size: sizeOf(parts) },
      etag: S3Calls.etagOf(ETag)
    }))
  }

  /** Reads the parts, and sends them again as one object in parts that the server takes. */
  const writeAnew = (object: Segment, parts: ReadonlyArray<BlobPart>) =>
    Effect.suspend(() => {
      const segment = { id: randomUUID(), size: sizeOf(parts) }
      const Key = keyOf(place, segment.id)
      return readParts(
        placesIn(object, parts),
        (source) => UploadS3.put(call, Bucket, Key, source, segment.size)
      ).pipe(
        Effect.onError(() => SegmentsS3.removeObject(place, Key)),
        // It is not the client's upload that the server does not know.
        Effect.catchTag("BlobNotFound", (cause) => new BlobBroken({ operation: "join", cause })),
        Effect.as({ segment })
      )
    })

  /** Parts on the server can be read only once they are an object. */
  const joinMixed = (upload: Gathered, parts: ReadonlyArray<BlobPart>) => {
    const passed = parts.filter(isGathered)
    const object = { id: upload.id, size: sizeOf(passed) }
    return Effect.zipRight(
      complete(upload, object.size, Effect.succeed(passed.map(completed))),
      writeAnew(object, parts)
    )
  }

  const joinFilled = (
    upload: Gathered,
    parts: ReadonlyArray<BlobPart>
  ): Effect.Effect<Written, BlobNotFound | BlobBroken> => {
    const staged = parts.filter((part) => !isGathered(part))
    const [first] = staged
    if (first === undefined) {
      return parts.length === 0 ? Effect.succeed({ segment: noSegment }) : joinStraight(upload, parts, undefined)
    }
    if (parts.length === 1) return Effect.succeed({ segment: first.segment })
    if (staged.length === parts.length) return writeAnew(noSegment, parts)
    return staged.length === 1 && first === parts.at(-1) && first.size <= UploadS3.usualSize
      ? joinStraight(upload, parts, first)
      : joinMixed(upload, parts)
  }

  return (upload: Gathered, parts: ReadonlyArray<BlobPart>): Effect.Effect<Written, BlobNotFound | BlobBroken> => {
    const filled = parts.filter(({ size }) => size > 0)
    const joined = joinFilled(upload, filled)
    // An ETag counts the empty ones too.
    return filled.length === parts.length ? joined : Effect.map(joined, ({ segment }): Written => ({ segment }))
  }
}
