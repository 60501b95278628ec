/**
 * The provider of one s3 space. Loaded when the first one is opened, so that a page does not carry it from the start.
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import type * as Runtime from "effect/Runtime"
import type { Space } from "../../domain/Space.js"
import type { Credentials } from "../../services/Credentials.js"
import type { DriveApi } from "../../services/DriveApi.js"
import type { StorageProvider } from "../../services/StorageProvider.js"
import * as ProductProvider from "../ProductProvider.js"
import type { SdkFailure } from "../storage/OptionalSdk.js"
import * as S3ObjectStore from "./S3ObjectStore.js"
import * as S3Sdk from "./S3Sdk.js"

export { layerServices as loadedBefore } from "../Drive.js"

/**
 * What all s3 spaces share.
 */
export interface S3Surroundings {
  readonly api: DriveApi.Service
  readonly credentials: Credentials.Service
  readonly httpClient: HttpClient.HttpClient
  readonly runtime: Runtime.Runtime<never>
  readonly settings: Pick<
    S3ObjectStore.S3ObjectStoreOptions,
    "forcePathStyle" | "signedUrlExpiry" | "timeout" | "uploads"
  >
}

const sdk = S3Sdk.make()

/**
 * Loads the SDK before it is needed, which is when the first address is signed. Who needs it is told of its failure.
 */
export const loadAhead: Effect.Effect<void, SdkFailure> = Effect.asVoid(sdk)

/**
 * Makes the provider; no call is made.
 */
export const make = (surroundings: S3Surroundings, space: Space): StorageProvider => {
  const { api, credentials, httpClient, runtime, settings } = surroundings
  return ProductProvider.make({
    api,
    space,
    platform: "s3",
    objects: S3ObjectStore.make({
      ...settings,
      sdk,
      httpClient,
      runtime,
      credential: credentials.get(space.spaceId)
    })
  })
}
