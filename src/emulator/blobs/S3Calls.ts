/**
 * Calls of the AWS SDK as effects. The SDK is an optional peer, loaded on first use.
 *
 * @since 1.0.7
 */
import type * as Sdk from "@aws-sdk/client-s3"
import * as Effect from "effect/Effect"
import { BlobBroken, BlobNotFound } from "./BlobErrors.js"

/**
 * An S3 server and the key to it. Buckets stand in the path.
 *
 * @since 1.0.7
 * @category models
 */
export interface S3Server {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

/**
 * @since 1.0.7
 * @category models
 */
export type S3Sdk = typeof Sdk

/**
 * Runs a call; `subject` names what it is about, for the errors.
 *
 * @since 1.0.7
 * @category models
 */
export type S3Call = <A>(
  operation: string,
  subject: string,
  run: (client: Sdk.S3Client, sdk: S3Sdk, signal: AbortSignal) => Promise<A>
) => Effect.Effect<A, BlobNotFound | BlobBroken>

const missing: Readonly<Record<string, BlobNotFound["what"]>> = {
  NotFound: "object",
  NoSuchKey: "object",
  NoSuchBucket: "bucket"
}

const errorOf = (operation: string, subject: string) => (cause: unknown): BlobNotFound | BlobBroken => {
  const name = cause instanceof Error ? cause.name : ""
  const what = missing[name]
  return what === undefined ? new BlobBroken({ operation, cause }) : new BlobNotFound({ what, name: subject })
}

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = (server: S3Server): S3Call => {
  let opening: Promise<readonly [Sdk.S3Client, S3Sdk]> | undefined

  const load = async (): Promise<readonly [Sdk.S3Client, S3Sdk]> => {
    const sdk = await import("@aws-sdk/client-s3")
    const { accessKeyId, endpoint, region, secretAccessKey, sessionToken } = server
    const credentials = { accessKeyId, secretAccessKey, ...sessionToken === undefined ? {} : { sessionToken } }
    const client = new sdk.S3Client({
      endpoint,
      region,
      credentials,
      forcePathStyle: true,
      // Older servers know neither checksums in trailers nor in answers.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED"
    })
    return [client, sdk]
  }

  const opened = () => {
    opening ??= load().catch((cause: unknown) => {
      opening = undefined
      throw cause
    })
    return opening
  }

  return (operation, subject, run) =>
    Effect.tryPromise({
      try: (signal) => opened().then(([client, sdk]) => run(client, sdk, signal)),
      catch: errorOf(operation, subject)
    })
}
