/**
 * The provider of one s3 space. Loaded when the first one is opened, so that a page does not carry it from the start. Its bucket is
 * loaded when something is stored in it.
 */
import * as Effect from "effect/Effect"
import type { Space } from "../../../domain/Space.js"
import type { StorageProvider, UploadToCreate } from "../../../services/StorageProvider.js"
import { isPage, s3PageCalls, s3Store } from "../../loading/s3Storage.js"
import type { BucketSurroundings } from "../bucket/BucketSpaces.js"
import type { WholeStore } from "../bucket/lazyStore.js"
import { lazyStore } from "../bucket/lazyStore.js"
import type { SdkFailure } from "../bucket/OptionalSdk.js"
import * as ProductProvider from "../product/ProductProvider.js"
import type { S3ObjectStoreOptions } from "./S3ObjectStore.js"
import { partRules } from "./s3PartRules.js"
import * as S3Sdk from "./S3Sdk.js"

type Settings = Pick<S3ObjectStoreOptions, "checksums" | "forcePathStyle" | "signedUrlExpiry" | "timeout" | "uploads">

const sdk = S3Sdk.make()

/**
 * Loads the bucket's code while the service makes the file, and before the first control call of an upload in parts the SDK, or what a
 * page has in its place. A file that goes as a whole needs none. Who needs them gets their failure.
 */
export const loadAhead = ({ plan }: UploadToCreate): Effect.Effect<void, SdkFailure> => {
  const bucket = s3Store.isLoaded() ? Effect.void : Effect.asVoid(s3Store.load)
  if (plan._tag === "Direct") return bucket
  return Effect.zipRight(bucket, isPage() ? Effect.asVoid(s3PageCalls.load) : Effect.asVoid(sdk), { concurrent: true })
}

/**
 * Makes the provider; no call is made.
 */
export const make = (surroundings: BucketSurroundings<Settings>, space: Space): StorageProvider => {
  const { api, credentials, httpClient, runtime, settings } = surroundings
  const { signedUrlExpiry, uploads } = settings
  let built: WholeStore | undefined
  const building = Effect.map(
    s3Store.load,
    ({ make }) => built ??= make({ ...settings, sdk, httpClient, runtime, credential: credentials.get(space.spaceId) })
  )
  const store = Effect.suspend(() => built === undefined ? building : Effect.succeed(built))
  const objects = lazyStore(
    { platform: "s3", etags: { kind: "unknown" }, rules: partRules, signedUrlExpiry, uploads },
    store,
    () => built
  )
  return ProductProvider.make({ api, space, platform: "s3", objects })
}
