/**
 * The SDK's client of one bucket, loaded with the SDK.
 */
import * as Redacted from "effect/Redacted"
import type { BucketAccess } from "../../../domain/StorageCredential.js"
import type { Exchange } from "../bucket/BucketExchange.js"
import * as S3RequestHandler from "./S3RequestHandler.js"
import type { S3Sdk } from "./S3Sdk.js"

const notice = "AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"

/**
 * Constructs a client without the SDK's notice about the version of Node. The switch is an environment variable that the
 * constructor reads; it is set for the time of this synchronous call only.
 */
export const withoutVersionNotice = <A>(construct: () => A): A => {
  const env = typeof process === "undefined" ? undefined : process.env
  if (env === undefined || env[notice] !== undefined) return construct()
  env[notice] = "true"
  try {
    return construct()
  } finally {
    delete env[notice]
  }
}

/**
 * Makes a client that reads no configuration of the machine, and leaves retries to us.
 */
export const make = (
  sdk: S3Sdk,
  bucket: BucketAccess,
  exchange: Exchange,
  forcePathStyle: boolean
): InstanceType<S3Sdk["S3Client"]> =>
  withoutVersionNotice(() =>
    new sdk.S3Client({
      region: bucket.region,
      ...(bucket.endpoint === undefined ? {} : { endpoint: bucket.endpoint }),
      forcePathStyle,
      credentials: {
        accessKeyId: Redacted.value(bucket.accessKeyId),
        secretAccessKey: Redacted.value(bucket.accessKeySecret),
        ...(bucket.securityToken === undefined ? {} : { sessionToken: Redacted.value(bucket.securityToken) })
      },
      requestHandler: { ...S3RequestHandler.make(exchange) },
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts: 1,
      retryMode: "standard",
      defaultsMode: "standard",
      useDualstackEndpoint: false,
      useFipsEndpoint: false,
      useArnRegion: false,
      disableS3ExpressSessionAuth: true
    })
  )
