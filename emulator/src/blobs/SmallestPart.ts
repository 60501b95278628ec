/**
 * How small the parts may be of which an S3 server makes an object: Amazon wants 5 MiB, others may be set to less.
 */
import * as Effect from "effect/Effect"
import { BlobBroken } from "./BlobErrors.js"
import { keyOf, type Place } from "./S3Calls.js"
import * as S3Calls from "./S3Calls.js"
import * as SegmentsS3 from "./SegmentsS3.js"
import * as UploadS3 from "./UploadS3.js"

/**
 * What OSS allows itself, and what is asked of the server.
 */
export const smallest = 100 * 1024

const usual = 5 * 1024 * 1024

/**
 * Whether the server refused a complete because of a part's size.
 */
export const isRefusal = (error: BlobBroken): boolean => S3Calls.codeOf(error) === "EntityTooSmall"

/**
 * `allows` asks the server, once, when it has to. `refused` is what a complete has learned since: the server's settings
 * are others now.
 */
export interface SmallestPart {
  readonly allows: (size: number) => Effect.Effect<boolean, BlobBroken>
  readonly refused: Effect.Effect<void>
}

/**
 * `id` is where two parts are joined to see whether they can be; nothing stays there.
 */
export const make = (place: Place, id: string): SmallestPart => {
  const { bucket, call } = place
  const key = keyOf(place, id)
  const lock = Effect.unsafeMakeSemaphore(1)
  let known: number | undefined

  const probe = Effect.flatMap(UploadS3.begin(call, bucket, key), (upload) => {
    const parts = Effect.all([
      UploadS3.sendPart(call, upload, 1, new Uint8Array(smallest)),
      UploadS3.sendPart(call, upload, 2, new Uint8Array(1))
    ])
    return UploadS3.complete(call, upload, smallest + 1, parts).pipe(
      Effect.onError(() => UploadS3.abort(call, upload)),
      Effect.ensuring(SegmentsS3.removeObject(place, key))
    )
  }).pipe(
    Effect.as(smallest),
    Effect.catchIf((error) => error._tag === "BlobBroken" && isRefusal(error), () => Effect.succeed(usual)),
    // It is not the client's upload that the server does not know.
    Effect.catchTag("BlobNotFound", (cause) => new BlobBroken({ operation: "smallestPart", cause }))
  )

  const ask = lock.withPermits(1)(Effect.suspend(() =>
    known === undefined
      ? Effect.tap(probe, (found) => {
        known = found
      })
      : Effect.succeed(known)
  ))

  return {
    allows: (size) =>
      size >= usual || size < smallest ? Effect.succeed(size >= usual) : Effect.map(ask, (found) => size >= found),
    refused: Effect.sync(() => {
      known = usual
    })
  }
}
