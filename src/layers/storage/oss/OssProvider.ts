/**
 * The provider of one oss space. Loaded when the first one is opened, so that a page does not carry it from the start.
 */
import * as Effect from "effect/Effect"
import type { Space } from "../../../domain/Space.js"
import type { StorageProvider } from "../../../services/StorageProvider.js"
import type { BucketSurroundings } from "../bucket/BucketSpaces.js"
import type { SdkFailure } from "../bucket/OptionalSdk.js"
import * as ProductProvider from "../product/ProductProvider.js"
import type { OssObjectStoreOptions } from "./OssObjectStore.js"
import * as OssObjectStore from "./OssObjectStore.js"
import * as OssSdk from "./OssSdk.js"

type Settings = Pick<OssObjectStoreOptions, "bucketIn" | "signedUrlExpiry" | "timeout" | "uploads">

const sdk = OssSdk.make()

/**
 * Loads the SDK before it is needed, which is when the first address is signed. Who needs it gets its failure.
 */
export const loadAhead = (): Effect.Effect<void, SdkFailure> => Effect.asVoid(sdk)

/**
 * Makes the provider; no call is made.
 */
export const make = (surroundings: BucketSurroundings<Settings>, space: Space): StorageProvider => {
  const { api, credentials, httpClient, runtime, settings } = surroundings
  const objects = OssObjectStore.make({
    ...settings,
    sdk,
    httpClient,
    runtime,
    credential: credentials.get(space.spaceId)
  })
  return ProductProvider.make({ api, space, platform: "oss", objects })
}
