/**
 * The one place that composes: from options to all services of a drive.
 *
 * @since 1.0.7
 */
import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import { AssetFolders } from "../services/AssetFolders.js"
import { Assets } from "../services/Assets.js"
import { Bucket } from "../services/Bucket.js"
import type { Connectivity } from "../services/Connectivity.js"
import { Credentials } from "../services/Credentials.js"
import { Downloads } from "../services/Downloads.js"
import type { DownloadTuning } from "../services/downloads/Core.js"
import type { DriveApi } from "../services/DriveApi.js"
import { DriveConfig } from "../services/DriveConfig.js"
import type { DriveEvents } from "../services/DriveEvents.js"
import { FileContents } from "../services/FileContents.js"
import { Files } from "../services/Files.js"
import type { FileSink } from "../services/FileSink.js"
import type { FolderReader } from "../services/FolderReader.js"
import { FolderUploads } from "../services/FolderUploads.js"
import { FoundPaths } from "../services/FoundPaths.js"
import type { Hasher } from "../services/Hasher.js"
import { Migration } from "../services/Migration.js"
import { RecycleBin } from "../services/RecycleBin.js"
import { Session } from "../services/Session.js"
import { Sharing } from "../services/Sharing.js"
import { Spaces } from "../services/Spaces.js"
import type { OssDriver, PdsDriver, S3Driver } from "../services/StorageProviders.js"
import { ProviderDrivers, StorageProviders } from "../services/StorageProviders.js"
import type { TaskMemory } from "../services/TaskMemory.js"
import { Tasks } from "../services/Tasks.js"
import type { TransferLimits } from "../services/TransferScheduler.js"
import { TransferScheduler } from "../services/TransferScheduler.js"
import type { Transport } from "../services/Transport.js"
import { Uploads } from "../services/Uploads.js"
import type { UploadTuning } from "../services/uploads/Core.js"
import type { UploadSessions } from "../services/UploadSessions.js"
import type { UploadSources } from "../services/UploadSource.js"
import * as CookieJar from "./CookieJar.js"
import * as DriveApiHttp from "./DriveApiHttp.js"
import * as Config from "./DriveConfig.js"
import * as Events from "./DriveEvents.js"
import * as Oss from "./Oss.js"
import * as Pds from "./Pds.js"
import * as S3 from "./S3.js"

/**
 * What a drive offers.
 *
 * @since 1.0.7
 * @category models
 */
export type DriveServices =
  | AssetFolders
  | Assets
  | Bucket
  | Credentials
  | Downloads
  | DriveEvents
  | FileContents
  | Files
  | Migration
  | RecycleBin
  | FolderUploads
  | Session
  | Sharing
  | Spaces
  | Tasks
  | Uploads

/**
 * What differs by environment, without the network of the product API.
 *
 * @since 1.0.7
 * @category models
 */
export type DriveAdapters =
  | Connectivity
  | FileSink
  | FolderReader
  | Hasher
  | TaskMemory
  | Transport
  | UploadSessions
  | UploadSources

/**
 * How spaces of each platform are opened. A platform left out lists and selects, and its operations fail with
 * `UnsupportedOperation`.
 *
 * @since 1.0.7
 * @category models
 */
export interface Providers {
  readonly s3?: Layer.Layer<S3Driver, never, ProviderNeeds> | undefined
  readonly oss?: Layer.Layer<OssDriver, never, ProviderNeeds> | undefined
  readonly pds?: Layer.Layer<PdsDriver, never, ProviderNeeds> | undefined
}

/**
 * What a provider may ask for. Its `HttpClient` is the one of storages: no cookies, no trace headers.
 *
 * @since 1.0.7
 * @category models
 */
export type ProviderNeeds = Credentials | DriveApi | HttpClient.HttpClient

/**
 * @since 1.0.7
 * @category models
 */
export interface DriveOptions extends Config.DriveOptions {
  /** Default: oss, pds and s3, each loaded when its first space is used. */
  readonly providers?: Providers | undefined
  /** Requests at once per lane, and bytes in flight. Defaults: `defaultLimits`. */
  readonly limits?: Partial<TransferLimits> | undefined
  /** Patience and care of uploads: retries, watchdogs, part digests. Defaults: `defaultTuning`. */
  readonly uploads?: Partial<UploadTuning> | undefined
  /** Patience and width of downloads. Defaults: `defaultDownloadTuning`; retries as those of uploads, where they are given. */
  readonly downloads?: Partial<DownloadTuning> | undefined
}

/** Storages allow no header that they do not know (CORS), and spans of the client would hold signed queries. */
const storageClient: Layer.Layer<HttpClient.HttpClient, never, HttpClient.HttpClient> = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(
    HttpClient.HttpClient,
    (client) => client.pipe(HttpClient.withTracerPropagation(false), HttpClient.withTracerDisabledWhen(() => true))
  )
)

/** The client at hand with cookies of its own, for fetches that keep none. A function, so that pages need not load it. */
const clientWithJar = (): Layer.Layer<HttpClient.HttpClient, never, DriveConfig | HttpClient.HttpClient> =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.map(
      Effect.all([HttpClient.HttpClient, DriveConfig]),
      ([client, config]) => CookieJar.withJar(client, config.apiHost())
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
  productClient: Layer.Layer<HttpClient.HttpClient, never, R>
): Layer.Layer<DriveServices, never, DriveAdapters | DriveConfig | HttpClient.HttpClient | R> => {
  const providers = options.providers ?? { oss: Oss.layer(), pds: Pds.layer(), s3: S3.layer() }
  const drivers = ProviderDrivers.layer(providers).pipe(Layer.provide(storageClient))
  const transfers = Layer.mergeAll(StorageProviders.layer, TransferScheduler.layerWith(options.limits ?? {}))
  const { retry } = options.uploads ?? {}
  const uploads = Layer.mergeAll(FileContents.layer, FolderUploads.layerWith(retry === undefined ? {} : { retry }))
    .pipe(
      Layer.provideMerge(Uploads.layerWith(options.uploads ?? {}))
    )
  const ownUploads = Layer.provideMerge(Assets.layer, uploads)
  const downloads = Layer.provideMerge(
    Downloads.layerWith({ ...(retry === undefined ? {} : { retry }), ...options.downloads }),
    Tasks.layer
  )
  return Layer.mergeAll(Bucket.layer, downloads, ownUploads).pipe(
    Layer.provideMerge(
      Layer.mergeAll(AssetFolders.layer, Files.layer, Migration.layer, RecycleBin.layer, Session.layer, Sharing.layer)
    ),
    Layer.provide(FoundPaths.layer),
    Layer.provide(Layer.provide(transfers, drivers)),
    Layer.provideMerge(Spaces.layer),
    Layer.provideMerge(Credentials.layer),
    Layer.provide(Layer.provide(DriveApiHttp.layer, productClient)),
    Layer.provideMerge(Events.layer)
  )
}

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
  Config.layer(options).pipe(
    Layer.flatMap((config) => Layer.provide(services, Layer.succeedContext(config)))
  )

/**
 * All services of a drive over the adapters and the `HttpClient` at hand; cookies of the API host are kept beside it.
 * Builds synchronously. Fails with `InvalidInput` naming the option that is wrong.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (
  options: DriveOptions
): Layer.Layer<DriveServices, InvalidInput, DriveAdapters | HttpClient.HttpClient> =>
  withConfig(options, layerServices(options, clientWithJar()))
