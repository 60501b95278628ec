/**
 * The AWS SDK's client of one bucket, made anew for each credential version.
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Runtime from "effect/Runtime"
import type { BucketAccess, StorageCredential } from "../../../domain/StorageCredential.js"
import type { CredentialFailure } from "../../../services/Credentials.js"
import * as Storage from "../../loading/s3Storage.js"
import * as Connection from "../bucket/BucketConnection.js"
import * as Exchange from "../bucket/BucketExchange.js"
import type { SdkFailure } from "../bucket/OptionalSdk.js"
import { s3Errors } from "./S3Errors.js"
import type { S3Sdk } from "./S3Sdk.js"
import type * as S3Signer from "./S3Signer.js"

/**
 * What a connection needs of its surroundings.
 */
export interface S3ConnectionOptions {
  readonly sdk: Effect.Effect<S3Sdk, SdkFailure>
  /** The credential to use now; asked for before each call. */
  readonly credential: Effect.Effect<StorageCredential, CredentialFailure>
  readonly httpClient: HttpClient.HttpClient
  readonly runtime: Runtime.Runtime<never>
  /** Bucket in the path, not in the host name. Default: yes for endpoints that are not Amazon's. */
  readonly forcePathStyle?: boolean | undefined
  /** Time limit of one call; left out = 60 s. */
  readonly timeout?: Duration.Duration | undefined
}

/**
 * An open connection: the SDK, its client, and what both were made from.
 */
export interface S3Session {
  readonly sdk: S3Sdk
  readonly code: { readonly makeSigner: typeof S3Signer.make }
  readonly client: InstanceType<S3Sdk["S3Client"]>
  readonly bucket: BucketAccess
  readonly credential: StorageCredential
}

/**
 * Says whether a bucket is Amazon's own.
 */
export const isAmazon = (endpoint: string | undefined): boolean =>
  endpoint === undefined || /\.amazonaws\.com(\.cn)?$/.test(new URL(endpoint).hostname)

/**
 * Whether the bucket's name goes into the path.
 */
export const isPathStyle = (bucket: BucketAccess, wanted: boolean | undefined): boolean =>
  wanted ?? !isAmazon(bucket.endpoint)

/**
 * A connection that opens on first use.
 */
export const make = (options: S3ConnectionOptions) => {
  const exchange = Exchange.make(options.httpClient, options.runtime)
  return Connection.make<S3Session, S3Session>({
    errors: s3Errors,
    credential: options.credential,
    timeout: options.timeout,
    open: ({ bucket, credential }) =>
      Effect.zipWith(options.sdk, Storage.s3Sdk.load, (sdk, code) => ({
        sdk,
        code,
        bucket,
        credential,
        client: code.makeClient(sdk, bucket, exchange, isPathStyle(bucket, options.forcePathStyle))
      }), { concurrent: true }),
    begin: (session, { clockOffset }) => {
      session.client.config.systemClockOffset = clockOffset
      return { tools: session, reasonOf: (rejection) => rejection }
    }
  })
}

/**
 * @see {@link make}
 */
export type S3Connection = ReturnType<typeof make>
