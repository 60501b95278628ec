/**
 * What a store on an S3 server leaves behind when its process is killed, or has to take away at its end.
 */
import type { ListMultipartUploadsCommandOutput, ListObjectsV2CommandOutput } from "@aws-sdk/client-s3"
import * as Effect from "effect/Effect"
import { BlobBroken, type BlobNotFound } from "./BlobErrors.js"
import type { Place } from "./S3Calls.js"
import { removeObject } from "./SegmentsS3.js"
import * as UploadS3 from "./UploadS3.js"

/** Every page of a listing. */
const pages = <A extends { readonly IsTruncated?: boolean | undefined }>(
  ask: (previous: A | undefined) => Effect.Effect<A, BlobNotFound | BlobBroken>,
  use: (page: A) => Effect.Effect<void>
) =>
  Effect.gen(function*() {
    let page: A | undefined
    do {
      page = yield* ask(page)
      yield* use(page)
    } while (page.IsTruncated === true)
  }).pipe(Effect.catchTag("BlobNotFound", (cause) => new BlobBroken({ operation: "sweep", cause })))

/** Earlier versions kept the pieces of a segment below its name; they are no leftovers. */
const idOf = ({ prefix }: Place, key: string): string => key.slice(prefix.length).split("/")[0] ?? ""

const sweepObjects = (place: Place, isNeeded: (id: string) => boolean): Effect.Effect<void, BlobBroken> =>
  pages<ListObjectsV2CommandOutput>(
    (previous) =>
      place.call("sweep", place.bucket, (client, sdk, abortSignal) =>
        client.send(
          new sdk.ListObjectsV2Command({
            Bucket: place.bucket,
            Prefix: place.prefix,
            ContinuationToken: previous?.NextContinuationToken
          }),
          { abortSignal }
        )),
    ({ Contents = [] }) =>
      Effect.forEach(
        Contents.flatMap(({ Key }) => Key === undefined || isNeeded(idOf(place, Key)) ? [] : [Key]),
        (key) => removeObject(place, key),
        { concurrency: 4, discard: true }
      )
  )

/**
 * Whether the store has no object on the server.
 */
export const isEmpty = ({ bucket, call, prefix }: Place): Effect.Effect<boolean, BlobBroken> =>
  call(
    "open",
    bucket,
    (client, sdk, abortSignal) =>
      client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }), { abortSignal })
  ).pipe(
    Effect.map(({ Contents = [] }) => Contents.length === 0),
    Effect.catchTag("BlobNotFound", (cause) => new BlobBroken({ operation: "open", cause }))
  )

const sweepUploads = (
  place: Place,
  isKnown: (uploadId: string) => boolean
): Effect.Effect<void, BlobBroken> =>
  pages<ListMultipartUploadsCommandOutput>(
    (previous) =>
      place.call("sweep", place.bucket, (client, sdk, abortSignal) =>
        client.send(
          new sdk.ListMultipartUploadsCommand({
            Bucket: place.bucket,
            Prefix: place.prefix,
            KeyMarker: previous?.NextKeyMarker,
            UploadIdMarker: previous?.NextUploadIdMarker
          }),
          { abortSignal }
        )),
    ({ Uploads = [] }) =>
      Effect.forEach(
        Uploads.flatMap(({ Key, UploadId }) =>
          Key === undefined || UploadId === undefined || isKnown(UploadId) ? [] : [{ Key, UploadId }]
        ),
        (upload) => UploadS3.abort(place.call, { Bucket: place.bucket, ...upload }),
        { concurrency: 4, discard: true }
      )
  )

/**
 * Removes the segments that nobody needs, and aborts the uploads that nobody knows by the server's own id.
 */
export const sweep = (
  place: Place,
  isNeeded: (id: string) => boolean,
  isKnown: (uploadId: string) => boolean
): Effect.Effect<void, BlobBroken> => Effect.zipRight(sweepUploads(place, isKnown), sweepObjects(place, isNeeded))
