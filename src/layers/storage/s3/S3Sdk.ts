/**
 * The AWS SDK, loaded on first use: an application without s3 spaces neither installs nor downloads it.
 */
import type * as Effect from "effect/Effect"
import * as Packages from "../../loading/LazyPackages.js"
import * as OptionalSdk from "../bucket/OptionalSdk.js"

const load = () =>
  OptionalSdk.importInstalled(async () => {
    const [client, presigner] = await Promise.all([Packages.clientS3(), Packages.s3RequestPresigner()])
    const { getSignedUrl, S3RequestPresigner } = presigner
    return { ...client, getSignedUrl, S3RequestPresigner }
  })

/**
 * The commands and the presigner of the SDK.
 */
export type S3Sdk = NonNullable<Awaited<ReturnType<typeof load>>>

/**
 * The text of spec point 5, and what to do about it.
 */
export const missingSdkMessage = "aws s3 command required: npm install @aws-sdk/client-s3 @aws-sdk/s3-request-presigner"

/**
 * The SDK, or why it is not there.
 */
export const make = (
  import_: () => Promise<S3Sdk | undefined> = load
): Effect.Effect<S3Sdk, OptionalSdk.SdkFailure> =>
  OptionalSdk.make({ platform: "s3", load: import_, missing: missingSdkMessage })
