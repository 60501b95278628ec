/**
 * How small the parts may be of which an S3 server makes an object: Amazon wants 5 MiB, others may be set to less.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { BlobBroken, BlobNotFound } from "./BlobErrors.js"
import * as S3Calls from "./S3Calls.js"
import * as UploadS3 from "./UploadS3.js"

/**
 * What OSS allows itself, and what is asked of the server.
 *
 * @since 1.0.7
 * @category constants
 */
export const smallest = 100 * 1024

const usual = 5 * 1024 * 1024

/**
 * Whether the server refused a complete because of a part's size.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isRefusal = (error: BlobBroken): boolean => S3Calls.codeOf(error) === "EntityTooSmall"

/**
 * `allows` asks the server, once, when it has to. `refused` is what a complete has learned since: the server's settings
 * are others now.
 *
 * @since 1.0.7
 * @category models
 */
export interface SmallestPart {
  readonly allows: (size: number) => Effect.Effect<boolean, BlobNotFound | BlobBroken>
  readonly refused: Effect.Effect<void>
}

/**
 * `key` is where two parts are joined to see whether they can be; nothing stays there.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (call: S3Calls.S3Call, Bucket: string, key: string): SmallestPart => {
  const lock = Effect.unsafeMakeSemaphore(1)
  let known: number | undefined

  const remove = call(
    "remove",
    key,
    (client, sdk, abortSignal) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key }), { abortSignal })
  )

  const probe = Effect.gen(function*() {
    const upload = yield* UploadS3.begin(call, Bucket, key)
    const parts = [
      yield* UploadS3.sendPart(call, upload, 1, new Uint8Array(smallest)),
      yield* UploadS3.sendPart(call, upload, 2, new Uint8Array(1))
    ]
    return yield* UploadS3.complete(call, upload, parts).pipe(
      Effect.zipRight(remove),
      Effect.as(smallest),
      Effect.onError(() => UploadS3.abort(call, upload)),
      Effect.catchIf((error) => error._tag === "BlobBroken" && isRefusal(error), () => Effect.succeed(usual))
    )
  })

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
