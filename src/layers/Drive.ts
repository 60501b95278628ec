/**
 * Composes a drive: from options to all services, with their networks and providers.
 *
 * @since 1.0.7
 */
import * as HttpClient from "@effect/platform/HttpClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import * as FieldNames from "../domain/FieldNames.js"
import type { Credentials } from "../services/Credentials.js"
import type { DriveApi } from "../services/DriveApi.js"
import type { DriveConfig } from "../services/DriveConfig.js"
import { inner, inOrder, layerOf, layerOfContext } from "../services/inOrder.js"
import { KnownHosts } from "../services/KnownHosts.js"
import type { OssDriver, PdsDriver, S3Driver } from "../services/StorageProviders.js"
import { ProviderDrivers } from "../services/StorageProviders.js"
import * as CookieJar from "./api/CookieJar.js"
import * as DriveApiHttp from "./api/DriveApiHttp.js"
import * as Events from "./api/DriveEventsLayer.js"
import * as Config from "./api/DriveOptions.js"
import * as DriveServices from "./DriveServices.js"
import { onFirstUse } from "./loading/onFirstUse.js"
import * as Oss from "./loading/Oss.js"
import * as Pds from "./loading/Pds.js"
import * as S3 from "./loading/S3.js"

export type { DriveAdapters, DriveServices } from "./DriveServices.js"

/**
 * How spaces of each platform are opened. Spaces of a platform that is left out can be listed and selected, but their
 * operations fail with `UnsupportedOperation`.
 *
 * @since 1.0.7
 * @category models
 */
export interface Providers {
  readonly s3?: Layer.Layer<S3Driver, InvalidInput, ProviderNeeds> | undefined
  readonly oss?: Layer.Layer<OssDriver, InvalidInput, ProviderNeeds> | undefined
  readonly pds?: Layer.Layer<PdsDriver, InvalidInput, ProviderNeeds> | undefined
}

/**
 * What a provider may ask for. Its `HttpClient` is the one of storages: no cookies, no trace headers.
 *
 * @since 1.0.7
 * @category models
 */
export type ProviderNeeds = Credentials | DriveApi | HttpClient.HttpClient

/**
 * Options of a drive. An invalid one is `InvalidInput`, which names it.
 *
 * @since 1.0.7
 * @category models
 */
export interface DriveOptions extends Config.DriveOptions, DriveServices.DriveTuning {
  /** Default: oss, pds and s3, each loaded when its first space is used. */
  readonly providers?: Providers | undefined
}

/** Storages allow no header that they do not know (CORS), and spans of the client would hold signed queries. */
const storageClient: Layer.Layer<HttpClient.HttpClient, never, HttpClient.HttpClient> = layerOf(
  HttpClient.HttpClient,
  Effect.map(
    HttpClient.HttpClient,
    (client) => client.pipe(HttpClient.withTracerPropagation(false), HttpClient.withTracerDisabledWhen(() => true))
  )
)

/**
 * The services over two networks: `productClient` carries the session's cookies and goes to the API host alone, the
 * `HttpClient` that the layer needs goes to storages.
 *
 * @since 1.0.7
 * @category layers
 */
export const layerServices = <R>(
  options: DriveOptions,
  productClient: Layer.Layer<HttpClient.HttpClient, never, R>,
  code: DriveServices.DriveCode
): Layer.Layer<
  DriveServices.DriveServices,
  InvalidInput,
  DriveServices.DriveAdapters | DriveConfig | HttpClient.HttpClient | R
> => {
  const providers = options.providers ?? { oss: Oss.layer(), pds: Pds.layer(), s3: S3.layer() }
  const drivers = inOrder(inner(storageClient), ProviderDrivers.layer(providers))
  return inOrder(
    inner(KnownHosts.layer),
    Events.layer,
    inner(inOrder(inner(productClient), DriveApiHttp.layer(code.oddAnswers))),
    DriveServices.layer(options, drivers, code)
  )
}

/** Those of pages and of Node programs too: a program may have one set for both. */
const optionNames = [
  "apiHost",
  "product",
  "language",
  "headerNames",
  "traceHeaders",
  "legacyBatchResult",
  "assets",
  "credentials",
  "limits",
  "uploads",
  "downloads",
  "providers",
  "id",
  "hashWorker",
  "saving",
  "sessionDirectory"
]

const checkOptions = (options: DriveOptions): Effect.Effect<void, InvalidInput> =>
  Effect.zipRight(FieldNames.only("options", options, optionNames), DriveServices.checkTuning(options))

/**
 * Checks the options before anything else is built, so that a wrong one fails at once and leaves nothing to close.
 *
 * @since 1.0.7
 * @category combinators
 */
export const withConfig = <A, E, R>(
  options: DriveOptions,
  services: Layer.Layer<A, E, R>
): Layer.Layer<A, E | InvalidInput, Exclude<R, DriveConfig>> =>
  inOrder(
    inner(layerOfContext(Effect.as(checkOptions(options), Context.empty()))),
    inner(Config.layer(options)),
    services
    // `inOrder` would hide that `services` needs what it gives itself
  ) as Layer.Layer<A, E | InvalidInput, Exclude<R, DriveConfig>>

/**
 * All services of a drive, with the adapters and the `HttpClient` of the program. Cookies of the API host are kept in a
 * jar. Builds synchronously. Fails with `InvalidInput`, which names the invalid option. `code`: whether the code of
 * each service is loaded at once or with its first use, which is the default.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (
  options: DriveOptions,
  code: DriveServices.DriveCode = onFirstUse()
): Layer.Layer<DriveServices.DriveServices, InvalidInput, DriveServices.DriveAdapters | HttpClient.HttpClient> =>
  withConfig(options, layerServices(options, CookieJar.layer(), code))
