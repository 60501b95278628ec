/**
 * All services of a drive, over ports that are still open. What is loaded at once hangs together here.
 *
 * @since 1.0.7
 */
import * as Layer from "effect/Layer"
import { AssetFolders } from "./AssetFolders.js"
import { Assets } from "./Assets.js"
import { Bucket } from "./Bucket.js"
import type { Connectivity } from "./Connectivity.js"
import { Credentials } from "./Credentials.js"
import { Downloads } from "./Downloads.js"
import type { DownloadTuning } from "./downloads/Core.js"
import type { DriveApi } from "./DriveApi.js"
import type { DriveConfig } from "./DriveConfig.js"
import type { DriveEvents } from "./DriveEvents.js"
import { FileContents } from "./FileContents.js"
import { Files } from "./Files.js"
import type { FileSink } from "./FileSink.js"
import { FolderReader } from "./FolderReader.js"
import { FolderUploads } from "./FolderUploads.js"
import { FoundPaths } from "./FoundPaths.js"
import { Hasher } from "./Hasher.js"
import { Migration } from "./Migration.js"
import { Network } from "./Network.js"
import { RecycleBin } from "./RecycleBin.js"
import { Session } from "./Session.js"
import { Sharing } from "./Sharing.js"
import { Spaces } from "./Spaces.js"
import type { ProviderDrivers } from "./StorageProviders.js"
import { StorageProviders } from "./StorageProviders.js"
import type { TaskMemory } from "./TaskMemory.js"
import { Tasks } from "./Tasks.js"
import type { TransferLimits } from "./TransferScheduler.js"
import { TransferScheduler } from "./TransferScheduler.js"
import { Transport } from "./Transport.js"
import { Uploads } from "./Uploads.js"
import type { UploadTuning } from "./uploads/Core.js"
import type { UploadSessions } from "./UploadSessions.js"
import type { UploadSources } from "./UploadSource.js"

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
  | Network
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
 * @since 1.0.7
 * @category models
 */
export interface DriveTuning {
  /** Requests at once per lane, and bytes in flight. Defaults: `defaultLimits`. */
  readonly limits?: Partial<TransferLimits> | undefined
  /** Patience and care of uploads: retries, watchdogs, part digests. Defaults: `defaultTuning`. */
  readonly uploads?: Partial<UploadTuning> | undefined
  /** Patience and width of downloads. Defaults: `defaultDownloadTuning`; retries as those of uploads, where they are given. */
  readonly downloads?: Partial<DownloadTuning> | undefined
}

/**
 * The services over an API and the drivers of storages, which may ask for the credentials of their spaces.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = <E, R>(
  options: DriveTuning,
  drivers: Layer.Layer<ProviderDrivers, E, R>
): Layer.Layer<
  Exclude<DriveServices, DriveEvents>,
  E,
  DriveAdapters | DriveApi | DriveConfig | DriveEvents | Exclude<R, Credentials>
> => {
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
  return Layer.mergeAll(Bucket.layer, downloads, Network.layer, ownUploads).pipe(
    Layer.provideMerge(
      Layer.mergeAll(AssetFolders.layer, Files.layer, Migration.layer, RecycleBin.layer, Session.layer, Sharing.layer)
    ),
    Layer.provide(FoundPaths.layer),
    Layer.provideMerge(Spaces.layer),
    Layer.provide(Layer.provide(transfers, drivers)),
    Layer.provideMerge(Credentials.layer)
  )
}

/**
 * What each module that is loaded later names: all that was loaded before hangs on it, and bundlers keep that in one file.
 *
 * @since 1.0.7
 * @category code
 */
export const loadedBefore = [layer, FolderReader, Hasher, Transport]
