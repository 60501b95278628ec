/**
 * Opening the spaces of a platform whose storage is a bucket.
 */
import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Runtime from "effect/Runtime"
import type { Space } from "../../../domain/Space.js"
import { Credentials } from "../../../services/Credentials.js"
import { DriveApi } from "../../../services/DriveApi.js"
import type { StorageProvider, UploadToCreate } from "../../../services/StorageProvider.js"
import type { LazyCode } from "../../loading/LazyCode.js"
import type { SdkFailure } from "./OptionalSdk.js"

/**
 * What all spaces of the platform share.
 */
export interface BucketSurroundings<Settings> {
  readonly api: DriveApi.Service
  readonly credentials: Credentials.Service
  readonly httpClient: HttpClient.HttpClient
  readonly runtime: Runtime.Runtime<never>
  readonly settings: Settings
}

/**
 * The module of the platform's provider. `loadAhead` loads the SDK before the upload needs it; who needs it gets its failure.
 */
export interface BucketProvider<Settings> {
  readonly loadAhead: (intent: UploadToCreate) => Effect.Effect<void, SdkFailure>
  readonly make: (surroundings: BucketSurroundings<Settings>, space: Space) => StorageProvider
}

/** The SDK comes while the service makes the file: a page that only lists files never loads it. */
const withSdkAhead = <Settings>(
  provider: StorageProvider,
  loadAhead: BucketProvider<Settings>["loadAhead"]
): StorageProvider => {
  const { prepare } = provider.uploads
  return {
    ...provider,
    uploads: {
      ...provider.uploads,
      prepare: (intent, ...rest) => {
        const ahead = loadAhead(intent)
        const prepared = prepare(intent, ...rest)
        // A small file needs none, and no fiber for that.
        return Exit.isExit(ahead) ? prepared : Effect.zipRight(Effect.forkDaemon(ahead), prepared)
      }
    }
  }
}

/**
 * Gives what opens a space: the module is loaded with the first one, and the SDK behind it with the first upload or the first call
 * that needs it.
 */
export const opening = <Settings>(code: Pick<LazyCode<BucketProvider<Settings>>, "load">, settings: Settings) =>
  Effect.gen(function*() {
    const surroundings: BucketSurroundings<Settings> = {
      api: yield* DriveApi,
      credentials: yield* Credentials,
      httpClient: yield* HttpClient.HttpClient,
      runtime: yield* Effect.runtime<never>(),
      settings
    }
    return (space: Space) =>
      Effect.flatMap(
        code.load,
        (provider) => Effect.succeed(withSdkAhead(provider.make(surroundings, space), provider.loadAhead))
      )
  })
