/**
 * Lifecycle, versioning and restores of an S3 bucket.
 */
import * as Effect from "effect/Effect"
import * as ObjectRestore from "../../domain/ObjectRestore.js"
import type { BucketRules } from "../../services/bucket/BucketRules.js"
import type { S3Connection } from "./S3Connection.js"
import * as S3Lifecycle from "./S3Lifecycle.js"

/** Calls on the bucket itself have no key. */
const ofBucket = ""

/**
 * Works on an open connection.
 */
export const make = (connection: S3Connection): BucketRules => {
  const getLifecycle = connection.send(
    { method: "GET", key: ofBucket },
    ({ bucket, client, sdk }, abortSignal) =>
      client.send(new sdk.GetBucketLifecycleConfigurationCommand({ Bucket: bucket.bucket }), { abortSignal })
  ).pipe(
    Effect.map(({ Rules = [] }) => Rules),
    Effect.catchIf(
      (error) => error._tag === "StorageError" && error.code === "NoSuchLifecycleConfiguration",
      () => Effect.succeed([])
    ),
    Effect.flatMap(S3Lifecycle.ofS3),
    Effect.withSpan("S3BucketRules.getLifecycle")
  )

  const putLifecycle: BucketRules["putLifecycle"] = Effect.fn("S3BucketRules.putLifecycle")(function*(rules) {
    const Rules = yield* S3Lifecycle.toS3(rules)
    yield* connection.send({ method: "PUT", key: ofBucket }, ({ bucket, client, sdk }, abortSignal) =>
      client.send(
        new sdk.PutBucketLifecycleConfigurationCommand({
          Bucket: bucket.bucket,
          LifecycleConfiguration: { Rules }
        }),
        { abortSignal }
      ))
  })

  const removeLifecycle = connection.send(
    { method: "DELETE", key: ofBucket },
    ({ bucket, client, sdk }, abortSignal) =>
      client.send(new sdk.DeleteBucketLifecycleCommand({ Bucket: bucket.bucket }), { abortSignal })
  ).pipe(Effect.asVoid, Effect.withSpan("S3BucketRules.removeLifecycle"))

  const getVersioning = connection.send(
    { method: "GET", key: ofBucket },
    ({ bucket, client, sdk }, abortSignal) =>
      client.send(new sdk.GetBucketVersioningCommand({ Bucket: bucket.bucket }), { abortSignal })
  ).pipe(
    Effect.map(({ Status }) => Status),
    Effect.withSpan("S3BucketRules.getVersioning")
  )

  const putVersioning: BucketRules["putVersioning"] = Effect.fn("S3BucketRules.putVersioning")((Status) =>
    connection.send({ method: "PUT", key: ofBucket }, ({ bucket, client, sdk }, abortSignal) =>
      client.send(
        new sdk.PutBucketVersioningCommand({ Bucket: bucket.bucket, VersioningConfiguration: { Status } }),
        { abortSignal }
      )).pipe(Effect.asVoid)
  )

  const restore: BucketRules["restore"] = Effect.fn("S3BucketRules.restore")(({ days, key, tier }) =>
    connection.send({ method: "POST", key }, ({ bucket, client, sdk }, abortSignal) =>
      client.send(
        new sdk.RestoreObjectCommand({
          Bucket: bucket.bucket,
          Key: key,
          RestoreRequest: { Days: days, ...(tier === undefined ? {} : { GlacierJobParameters: { Tier: tier } }) }
        }),
        { abortSignal }
      )).pipe(
        Effect.map(({ $metadata }) => ({
          status: $metadata.httpStatusCode === 200 ? "restored" as const : "started" as const
        }))
      )
  )

  const restoreState: BucketRules["restoreState"] = Effect.fn("S3BucketRules.restoreState")((key) =>
    connection.send(
      { method: "HEAD", key },
      ({ bucket, client, sdk }, abortSignal) =>
        client.send(new sdk.HeadObjectCommand({ Bucket: bucket.bucket, Key: key }), { abortSignal })
    ).pipe(
      Effect.map(({ Restore, StorageClass }) =>
        ObjectRestore.stateOf(Restore, StorageClass === "STANDARD" ? undefined : StorageClass)
      )
    )
  )

  return { getLifecycle, putLifecycle, removeLifecycle, getVersioning, putVersioning, restore, restoreState }
}
