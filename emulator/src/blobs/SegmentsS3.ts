/**
 * Segments on an S3 server: each is an object there, under a name of its own. What they belong to is known by the index
 * alone.
 */
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import type { Backing } from "./Backing.js"
import { BlobBroken, BlobNotFound } from "./BlobErrors.js"
import * as ByteSource from "./ByteSource.js"
import { confirmed, keyOf, md5Of, type Place } from "./S3Calls.js"
import * as SegmentReaderS3 from "./SegmentReaderS3.js"
import * as SizedBody from "./SizedBody.js"
import * as UploadS3 from "./UploadS3.js"

/**
 * What cannot be removed is logged.
 */
export const removeObject = ({ bucket: Bucket, call }: Place, Key: string): Effect.Effect<void> =>
  call(
    "remove",
    Key,
    (client, sdk, abortSignal) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal })
  ).pipe(
    Effect.catchTag("BlobNotFound", () => Effect.void),
    Effect.catchTag("BlobBroken", (error) => Effect.logWarning(`${Key} was left behind: ${error.message}`)),
    Effect.asVoid
  )

const putSized = <E>({ bucket: Bucket, call }: Place, Key: string, source: ByteSource.ByteSource<E>, size: number) =>
  SizedBody.sendOf(
    source,
    size,
    (Body) =>
      call(
        "write",
        Key,
        (client, sdk, abortSignal) =>
          client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentLength: size }), { abortSignal })
      ).pipe(Effect.flatMap((reply) => confirmed("write", reply)))
  )

export const make = (place: Place): Pick<Backing, "write" | "open" | "remove"> => ({
  write: Effect.fnUntraced(function*<E>(source: ByteSource.ByteSource<E>, declared?: number) {
    let first = yield* source
    while (first?.length === 0) first = yield* source
    if (first === undefined) return { segment: { id: "", size: 0 } }
    const id = randomUUID()
    const Key = keyOf(place, id)
    let size = 0
    const body = Effect.tap(ByteSource.prepend([first], source), (chunk) => {
      size += chunk?.length ?? 0
    })
    const reply = yield* Effect.suspend(() =>
      declared === undefined
        ? UploadS3.put(place.call, place.bucket, Key, body)
        : putSized(place, Key, body, declared)
    ).pipe(
      Effect.mapError((error) =>
        error instanceof BlobNotFound ? new BlobBroken({ operation: "write", cause: error }) : error
      ),
      // The server may have stored it, and only its answer was lost.
      Effect.onError(() => removeObject(place, Key))
    )
    return { segment: { id, size }, md5: reply === undefined ? undefined : md5Of(reply) }
  }),
  open: (segment, start, end) => SegmentReaderS3.make(place, segment, start, end),
  remove: (segment) =>
    segment.gathered === true ? Promise.resolve() : Effect.runPromise(removeObject(place, keyOf(place, segment.id)))
})
