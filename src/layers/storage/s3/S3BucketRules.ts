/**
 * Lifecycle, versioning and restores of an S3 bucket.
 */
import * as Effect from "effect/Effect"
import * as ObjectRestore from "../../../domain/ObjectRestore.js"
import type { BucketRules } from "../../../services/BucketRules.js"
import { ensureKnown, expectRoot } from "../bucket/expectRoot.js"
import type { S3Connection, S3Session } from "./S3Connection.js"
import * as S3Lifecycle from "./S3Lifecycle.js"

/** Calls on the bucket itself have no key. */
const ofBucket = ""

interface Handled {
  readonly response: unknown
}

/** The part of an SDK's command that lets one see its answer before it is read. */
interface Watchable {
  readonly middlewareStack: {
    readonly add: (
      middleware: <Args>(next: (args: Args) => Promise<Handled>) => (args: Args) => Promise<Handled>,
      place: { readonly step: "deserialize"; readonly priority: "low" }
    ) => void
  }
}

const bodyOf = (response: unknown): unknown =>
  typeof response === "object" && response !== null && "body" in response ? response.body : undefined

/** The SDK reads an answer whatever document it is: the text tells. */
const textOf = (command: Watchable): () => string => {
  let text = ""
  command.middlewareStack.add(
    (next) => async (args) => {
      const handled = await next(args)
      const body = bodyOf(handled.response)
      if (body instanceof Uint8Array) text = new TextDecoder().decode(body)
      return handled
    },
    { step: "deserialize", priority: "low" }
  )
  return () => text
}

/**
 * Works on an open connection.
 */
export const make = (connection: S3Connection): BucketRules => {
  /** Calls `run` and fails where the answer is no document of this name. */
  const read = <A>(
    operation: string,
    root: string,
    run: (
      session: S3Session,
      abortSignal: AbortSignal
    ) => { readonly command: Watchable; readonly sent: () => Promise<A> }
  ) =>
    connection.send({ method: "GET", key: ofBucket }, async (session, abortSignal) => {
      const { command, sent } = run(session, abortSignal)
      const text = textOf(command)
      return { answer: await sent(), text: text() }
    }).pipe(
      Effect.tap(({ text }) => expectRoot({ operation, platform: "s3", root }, text)),
      Effect.map(({ answer }) => answer)
    )

  const lifecycle = read("Bucket.lifecycle", "LifecycleConfiguration", ({ bucket, client, sdk }, abortSignal) => {
    const command = new sdk.GetBucketLifecycleConfigurationCommand({ Bucket: bucket.bucket })
    return { command, sent: () => client.send(command, { abortSignal }) }
  })

  const rules = lifecycle.pipe(
    Effect.map(({ Rules = [] }) => Rules),
    Effect.catchIf(
      (error) => error._tag === "StorageError" && error.code === "NoSuchLifecycleConfiguration",
      () => Effect.succeed([])
    )
  )

  const getLifecycle = rules.pipe(
    Effect.flatMap(S3Lifecycle.ofS3),
    Effect.withSpan("S3BucketRules.getLifecycle")
  )

  const putLifecycle: BucketRules["putLifecycle"] = Effect.fn("S3BucketRules.putLifecycle")(function*(wanted) {
    const Rules = yield* S3Lifecycle.toS3(wanted)
    // Said beside the rules, and put back to Amazon's default by a request that does not repeat it.
    const TransitionDefaultMinimumObjectSize = (yield* ensureKnown(lifecycle))?.TransitionDefaultMinimumObjectSize
    yield* connection.send({ method: "PUT", key: ofBucket }, ({ bucket, client, sdk }, abortSignal) =>
      client.send(
        new sdk.PutBucketLifecycleConfigurationCommand({
          Bucket: bucket.bucket,
          LifecycleConfiguration: { Rules },
          TransitionDefaultMinimumObjectSize
        }),
        { abortSignal }
      ))
  })

  const remove = connection.send(
    { method: "DELETE", key: ofBucket },
    ({ bucket, client, sdk }, abortSignal) =>
      client.send(new sdk.DeleteBucketLifecycleCommand({ Bucket: bucket.bucket }), { abortSignal })
  )

  // Where the parameter is not known, this call would remove the bucket.
  const removeLifecycle = Effect.zipRight(rules, remove).pipe(
    Effect.asVoid,
    Effect.withSpan("S3BucketRules.removeLifecycle")
  )

  const versions = read("Bucket.versioning", "VersioningConfiguration", ({ bucket, client, sdk }, abortSignal) => {
    const command = new sdk.GetBucketVersioningCommand({ Bucket: bucket.bucket })
    return { command, sent: () => client.send(command, { abortSignal }) }
  })

  const getVersioning = versions.pipe(
    Effect.map(({ Status }) => Status),
    Effect.withSpan("S3BucketRules.getVersioning")
  )

  const putVersioning: BucketRules["putVersioning"] = Effect.fn("S3BucketRules.putVersioning")((Status) =>
    Effect.zipRight(
      ensureKnown(versions),
      connection.send({ method: "PUT", key: ofBucket }, ({ bucket, client, sdk }, abortSignal) =>
        client.send(
          new sdk.PutBucketVersioningCommand({ Bucket: bucket.bucket, VersioningConfiguration: { Status } }),
          { abortSignal }
        ))
    ).pipe(Effect.asVoid)
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
