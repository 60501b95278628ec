/**
 * Spaces on Alibaba PDS, for `Drive.layer({ providers: { pds: Pds.layer() } })`.
 *
 * Plain HTTP: no package is needed. Host, drive and token come with the space's credential.
 *
 * @since 1.0.7
 */
import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Credentials } from "../../services/Credentials.js"
import { layerOf } from "../../services/inOrder.js"
import { PdsDriver } from "../../services/StorageProviders.js"
import * as LazyCode from "./LazyCode.js"

/**
 * How spaces on PDS are used.
 *
 * @since 1.0.7
 * @category models
 */
export interface PdsOptions {
  /**
   * Sends the parts of a file in parallel, in domains that allow it. The file is then read once before, for the SHA-1
   * state of each part. A domain that does not allow it is detected. Default false: parts are sent one after the other.
   */
  readonly parallelUpload?: boolean | undefined
}

const code = LazyCode.make("pds spaces", () => import("./pdsCode.js"))

/**
 * Opens pds spaces; their code is loaded with the first one. The `HttpClient` carries the calls to pds, so it must be one
 * without cookies.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (options: PdsOptions = {}): Layer.Layer<PdsDriver, never, Credentials | HttpClient.HttpClient> =>
  layerOf(
    PdsDriver,
    Effect.gen(function*() {
      const surroundings = {
        credentials: yield* Credentials,
        httpClient: yield* HttpClient.HttpClient,
        parallelUpload: options.parallelUpload ?? false
      }
      return {
        platform: "pds" as const,
        open: (space) => Effect.map(code.load, (provider) => provider.make(surroundings, space))
      }
    })
  )
