/**
 * All services of a drive, over ports that are still open.
 *
 * @since 1.0.7
 */
import type { HttpClient } from "@effect/platform/HttpClient"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import type { TransportError } from "../domain/errors/TransportError.js"
import * as FieldNames from "../domain/FieldNames.js"
import * as Positive from "../domain/Positive.js"
import type { AssetFolders } from "../services/AssetFolders.js"
import type { Assets } from "../services/Assets.js"
import type { Bucket } from "../services/Bucket.js"
import type { Connectivity } from "../services/Connectivity.js"
import { Credentials } from "../services/Credentials.js"
import type { Downloads } from "../services/Downloads.js"
import type { DownloadTuning } from "../services/downloads/DownloadEngine.js"
import { defaultDownloadTuning } from "../services/downloads/DownloadEngine.js"
import * as DownloadsLayer from "../services/downloads/DownloadsLayer.js"
import type { DriveApi } from "../services/DriveApi.js"
import type { DriveConfig } from "../services/DriveConfig.js"
import type { DriveEvents } from "../services/DriveEvents.js"
import type { FileContents } from "../services/FileContents.js"
import { Files } from "../services/Files.js"
import type { FileActions } from "../services/files/FileActions.js"
import type { FileSink } from "../services/FileSink.js"
import type { FolderReader } from "../services/FolderReader.js"
import * as FolderUploadsLayer from "../services/folders/FolderUploadsLayer.js"
import type { FolderUploads } from "../services/FolderUploads.js"
import type { Hasher } from "../services/Hasher.js"
import { inner, inOrder } from "../services/inOrder.js"
import type { Migration } from "../services/Migration.js"
import { Network } from "../services/Network.js"
import type { RecycleBin } from "../services/RecycleBin.js"
import { Session } from "../services/Session.js"
import type { Sharing } from "../services/Sharing.js"
import { Spaces } from "../services/Spaces.js"
import type { ProviderDrivers } from "../services/StorageProviders.js"
import { StorageProviders } from "../services/StorageProviders.js"
import type { TaskMemory } from "../services/TaskMemory.js"
import type { Tasks } from "../services/Tasks.js"
import type { TransferRuns } from "../services/TransferRuns.js"
import type { Given } from "../services/transfers/RetryPolicy.js"
import type { TransferLimits } from "../services/TransferScheduler.js"
import { defaultLimits, TransferScheduler } from "../services/TransferScheduler.js"
import type { Transport } from "../services/Transport.js"
import type { Uploads } from "../services/Uploads.js"
import type { AssetWishes } from "../services/uploads/AssetWishes.js"
import type { UploadTuning } from "../services/uploads/UploadEngine.js"
import { defaultTuning } from "../services/uploads/UploadEngine.js"
import * as UploadsLayer from "../services/uploads/UploadsLayer.js"
import type { UploadSessions } from "../services/UploadSessions.js"
import type { UploadSources } from "../services/UploadSource.js"
import type { OddAnswers } from "./api/ApiAnswer.js"

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
 * Limits and time limits of transfers. Options that are left out keep their defaults, those of `retry` and `watchdog` too. Times in
 * any form of `effect`: `"20 seconds"`, or milliseconds.
 *
 * @since 1.0.7
 * @category models
 */
export interface DriveTuning {
  /** Requests at once per lane, and bytes in flight. Defaults: `defaultLimits`. */
  readonly limits?: Partial<TransferLimits> | undefined
  /** Retries, time limits and part digests of uploads. Defaults: `defaultTuning`. */
  readonly uploads?: Given<UploadTuning> | undefined
  /** Time limits and connections of downloads. Defaults: `defaultDownloadTuning`; retries as those of uploads, where they are given. */
  readonly downloads?: Given<DownloadTuning> | undefined
}

/**
 * What a program may have at once, or load when it is first used.
 *
 * @since 1.0.7
 * @category models
 */
export interface DriveCode {
  readonly transfers: Layer.Layer<TransferRuns, never, Connectivity>
  readonly oddAnswers: Effect.Effect<OddAnswers, TransportError>
  readonly assetWishes: Layer.Layer<AssetWishes, never, Spaces>
  readonly fileActions: Layer.Layer<FileActions, never, Spaces | StorageProviders>
  readonly seldom: Layer.Layer<
    AssetFolders | Assets | Bucket | FileContents | Migration | RecycleBin | Sharing | Tasks,
    never,
    | Connectivity
    | Credentials
    | DriveApi
    | DriveConfig
    | Files
    | Hasher
    | Spaces
    | StorageProviders
    | TaskMemory
    | TransferScheduler
    | Transport
    | Uploads
    | UploadSources
  >
}

/**
 * The services over an API and the drivers of storages, which may ask for the credentials of their spaces.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (
  options: DriveTuning,
  drivers: Layer.Layer<ProviderDrivers, InvalidInput, Credentials | DriveApi | HttpClient>,
  code: DriveCode
): Layer.Layer<
  Exclude<DriveServices, DriveEvents>,
  InvalidInput,
  DriveAdapters | DriveApi | DriveConfig | DriveEvents | HttpClient
> => {
  const { retry } = options.uploads ?? {}
  return inOrder(
    Credentials.layer,
    inner(drivers),
    inner(StorageProviders.layer),
    inner(TransferScheduler.layerWith(options.limits ?? {})),
    Spaces.layer,
    inner(code.transfers),
    inner(code.fileActions),
    Files.layer,
    Session.layer,
    inner(code.assetWishes),
    UploadsLayer.layer(options.uploads ?? {}),
    code.seldom,
    Network.layer,
    FolderUploadsLayer.layer({ retry }),
    DownloadsLayer.layer({ ...options.downloads, retry: { ...retry, ...options.downloads?.retry } })
  )
}

const checkAmount = (field: string, value: unknown, usual: unknown): Effect.Effect<void, InvalidInput> => {
  if (value === undefined) return Effect.void
  if (typeof usual === "object" && usual !== null && !Duration.isDuration(usual)) {
    return checkAmounts(field, value as object, usual)
  }
  if (value === Infinity || typeof value === "function") return Effect.void
  if (typeof value === "number") return Effect.asVoid(Positive.integer(field, value))
  return Option.isSome(Duration.decodeUnknown(value))
    ? Effect.void
    : new InvalidInput({ field, message: `${field} is neither a number nor a time` })
}

const checkAmounts = (field: string, given: object, usual: object): Effect.Effect<void, InvalidInput> =>
  Effect.flatMap(
    FieldNames.only(field, given, Object.keys(usual)),
    (known) => {
      const defaults = new Map(Object.entries(usual))
      return Effect.forEach(
        Object.entries(known),
        ([name, value]) => checkAmount(`${field}.${name}`, value, defaults.get(name)),
        { discard: true }
      )
    }
  )

/** With what has no default of its own. */
const usualRetry = { failures: undefined, longestOutage: undefined, ...defaultTuning.retry }

/**
 * Checks the names, the numbers and the times: fails with `InvalidInput` naming the first that is wrong. With no place, or with requests
 * of no bytes, transfers would wait for ever.
 *
 * @since 1.0.7
 * @category combinators
 */
export const checkTuning = ({ downloads, limits, uploads }: DriveTuning): Effect.Effect<void, InvalidInput> =>
  Effect.all([
    checkAmount("limits", limits, defaultLimits),
    checkAmount("uploads", uploads, { ...defaultTuning, retry: usualRetry }),
    checkAmount("downloads", downloads, { ...defaultDownloadTuning, retry: usualRetry })
  ], { discard: true })
