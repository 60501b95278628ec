/**
 * One open space, whatever it lives on: the port that the platforms implement.
 *
 * @since 1.0.7
 */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { AsyncTask } from "../domain/AsyncTask.js"
import type { BatchResult } from "../domain/BatchResult.js"
import type { DriveFile, Page } from "../domain/DriveFile.js"
import type { SuccessCallbackFailed } from "../domain/errors/TransferErrors.js"
import type { Digests } from "../domain/HashPlan.js"
import type { FileId } from "../domain/Ids.js"
import type { SupportedPlatform } from "../domain/Platform.js"
import type { RecycleItem } from "../domain/RecycleItem.js"
import type { DriveInfo, Space } from "../domain/Space.js"
import type { PartRules } from "../domain/UploadPlan.js"
import type { ApiCall, ApiFailure, ApiHead, ApiReply, MadeCall } from "./DriveApi.js"
import type {
  ChangeInfo,
  CreateFailure,
  CreateFolder,
  DownloadInfo,
  FileFailure,
  ListBin,
  ListFiles,
  RelocateFailure,
  RelocateFiles,
  RemoveFailure,
  RenameFile,
  RestoreFailure,
  StartedTask
} from "./FileRequests.js"
import type { ObjectStore } from "./ObjectStore.js"
import type { StoreError } from "./PartStore.js"
import type { SignedAddress } from "./Transport.js"
import type { PreparedUpload, UploadStores, UploadTicket, UploadToCreate } from "./UploadTicket.js"

export type * from "./FileRequests.js"
export type * from "./UploadTicket.js"

/**
 * Removes several files with one call, and reports on each.
 *
 * @since 1.0.7
 * @category models
 */
export type RemoveMany = (
  fileIds: ReadonlyArray<FileId>,
  options: { readonly isAsync: boolean }
) => Effect.Effect<BatchResult<RemoveFailure>, RemoveFailure>

/**
 * How much a drive may hold and holds, bytes; see `DriveInfo`.
 *
 * @since 1.0.7
 * @category models
 */
export type DriveUsage = Pick<DriveInfo, "totalSize" | "usedSize">

/**
 * The call that announces a file.
 *
 * @since 1.0.7
 * @category models
 */
export interface Announcement {
  readonly head: ApiHead
  readonly request: ApiCall
  /** What the answer means; `undefined` where that is left to `prepare`. */
  readonly read: (reply: ApiReply, mark: string) => PreparedUpload | undefined
}

/**
 * A space's files, uploads and downloads.
 *
 * @since 1.0.7
 * @category models
 */
export interface StorageProvider {
  readonly space: Space
  readonly platform: SupportedPlatform
  /** The bucket behind the space; pds has none. */
  readonly objects?: ObjectStore | undefined
  /** Where the storage itself tells it (pds); else the product API does. */
  readonly usage?: Effect.Effect<DriveUsage, FileFailure> | undefined
  readonly files: {
    readonly list: (query: ListFiles) => Effect.Effect<Page<DriveFile>, FileFailure>
    readonly info: (
      fileId: string,
      options?: { readonly imageThumbnailProcess?: string | undefined }
    ) => Effect.Effect<DriveFile, FileFailure>
    /** The id behind a path such as `/a/b`; spec point 7, `switch`. */
    readonly resolve: (path: string) => Effect.Effect<FileId, FileFailure>
    /** The new folder's id, or the existing one's when the mode is refuse (380505). */
    readonly createFolder: (folder: CreateFolder) => Effect.Effect<FileId, CreateFailure>
    readonly rename: (wanted: RenameFile) => Effect.Effect<void, CreateFailure>
    /** The path of a file, where the service tells it (spec point 7, `switch`); elsewhere it is found by way of its parents. */
    readonly pathOf?: ((fileId: FileId) => Effect.Effect<string, FileFailure>) | undefined
    readonly updateInfo: (wanted: ChangeInfo) => Effect.Effect<void, FileFailure>
    /** How many ids `copy` and `move` take. */
    readonly batchSize: number
    readonly copy: (wanted: RelocateFiles) => Effect.Effect<BatchResult<RelocateFailure>, RelocateFailure>
    readonly move: (wanted: RelocateFiles) => Effect.Effect<BatchResult<RelocateFailure>, RelocateFailure>
    /** For good: it does not go to the recycle bin. */
    readonly remove: (
      fileId: FileId,
      options?: { readonly isAsync: boolean }
    ) => Effect.Effect<StartedTask, RemoveFailure>
    /** Where one call takes up to `batchSize` of them (pds). */
    readonly removeMany?: RemoveMany | undefined
    /** Where files are starred by themselves (pds), not by the asset that they are. */
    readonly star?: ((fileId: FileId, starred: boolean) => Effect.Effect<void, FileFailure>) | undefined
  }
  readonly bin: {
    readonly list: (query: Partial<ListBin>) => Effect.Effect<Page<RecycleItem>, FileFailure>
    readonly recycle: (
      fileId: FileId,
      options: { readonly isAsync: boolean }
    ) => Effect.Effect<StartedTask, RemoveFailure>
    /** Where one call takes up to `files.batchSize` of them (pds). */
    readonly recycleMany?: RemoveMany | undefined
    readonly restore: (
      fileId: FileId,
      options: { readonly isAsync: boolean }
    ) => Effect.Effect<StartedTask, RestoreFailure>
    readonly clear: (options: { readonly isAsync: boolean }) => Effect.Effect<StartedTask, RemoveFailure>
  }
  readonly uploads: {
    readonly rules: PartRules
    /** `made`: its call was made already, and this came of it. */
    readonly prepare: (
      intent: UploadToCreate,
      digests: Digests | undefined,
      made?: MadeCall
    ) => Effect.Effect<PreparedUpload, CreateFailure | StoreError>
    /** The call of `prepare`, where one call of the product API is all there is to it, for those who make it themselves. */
    readonly announcement?:
      | ((intent: UploadToCreate, digests: Digests | undefined) => Announcement | undefined)
      | undefined
    /** What `auto` means here. */
    readonly integrity: Effect.Effect<"crc32" | "crc64" | "etag", StoreError>
    /** The stores of a saved ticket; no call is made. */
    readonly reopen: (ticket: UploadTicket) => UploadStores
    /** Tells the service that these are stored; the ids it refused come back. */
    readonly confirm: (
      tickets: ReadonlyArray<UploadTicket>
    ) => Effect.Effect<ReadonlySet<FileId>, ApiFailure | SuccessCallbackFailed>
    /** New: asset status 1. Update: rename. */
    readonly settle: (ticket: UploadTicket) => Effect.Effect<void, CreateFailure>
  }
  readonly downloads: {
    readonly address: (
      fileId: string,
      options?: { readonly expiresIn?: Duration.DurationInput | undefined }
    ) => Effect.Effect<SignedAddress, FileFailure | StoreError>
    /** Files that are not there are left out. */
    readonly batch: (fileIds: ReadonlyArray<FileId>) => Effect.Effect<ReadonlyArray<DownloadInfo>, FileFailure>
    /** Begins an archive; the service tells which file it will be. On pds it is no file: the task ends with its address. */
    readonly archive: (wanted: {
      readonly fileIds: ReadonlyArray<FileId>
      readonly name: string
      readonly expireSec: number | undefined
    }) => Effect.Effect<{ readonly taskId: string; readonly fileId?: FileId | undefined }, FileFailure>
  }
  readonly tasks: {
    readonly get: (taskId: string) => Effect.Effect<AsyncTask, FileFailure>
    /** The storage's own polling; 'unsupport method' on oss and s3 (spec point 5). */
    readonly pollTask: (taskId: string) => Effect.Effect<AsyncTask, FileFailure>
  }
}
