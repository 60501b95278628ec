/**
 * One open space, whatever it lives on: the port that the platforms implement.
 *
 * @since 1.0.7
 */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { AsyncTask } from "../domain/AsyncTask.js"
import type { BatchResult } from "../domain/BatchResult.js"
import type { CheckNameMode } from "../domain/CheckNameMode.js"
import type { DriveFile, Page, UserTag } from "../domain/DriveFile.js"
import type {
  FileNotFound,
  FileTooLarge,
  NameConflict,
  ParentNotFound,
  PermissionDenied,
  QuotaExceeded
} from "../domain/errors/FileErrors.js"
import type { UnsupportedOperation } from "../domain/errors/InputErrors.js"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import type { StorageError } from "../domain/errors/StorageErrors.js"
import type { SuccessCallbackFailed, TaskFailed } from "../domain/errors/TransferErrors.js"
import type { Digests } from "../domain/HashPlan.js"
import type { FileId } from "../domain/Ids.js"
import type { SupportedPlatform } from "../domain/Platform.js"
import type { RecycleItem } from "../domain/RecycleItem.js"
import type { DriveInfo, Space } from "../domain/Space.js"
import type { PartRules } from "../domain/UploadPlan.js"
import type { ApiFailure } from "./DriveApi.js"
import type { ObjectStore } from "./ObjectStore.js"
import type { StoreError } from "./PartStore.js"
import type { SignedAddress } from "./Transport.js"
import type { PreparedUpload, UploadIntent, UploadStores, UploadTicket } from "./UploadTicket.js"

export type * from "./UploadTicket.js"

/**
 * What a list of files is asked with. `page` counts from 1; `cursor` is a `next` of an earlier page and wins over it.
 *
 * @since 1.0.7
 * @category models
 */
export interface ListFiles {
  readonly parentFileId?: string | undefined
  readonly page?: number | undefined
  readonly cursor?: string | undefined
  readonly pageSize?: number | undefined
  readonly order?: string | undefined
  readonly fileType?: "file" | "folder" | undefined
  readonly category?: string | undefined
}

/**
 * @since 1.0.7
 * @category models
 */
export interface CreateFolder {
  readonly name: string
  readonly parentFileId: string
  readonly checkNameMode: CheckNameMode
}

/**
 * @since 1.0.7
 * @category models
 */
export interface RenameFile {
  readonly fileId: FileId
  readonly name: string
  readonly checkNameMode: CheckNameMode
}

/**
 * Files that are to be copied or moved into a folder, as many as one call takes.
 *
 * @since 1.0.7
 * @category models
 */
export interface RelocateFiles {
  readonly fileIds: ReadonlyArray<FileId>
  readonly toParentFileId: FileId
  readonly checkNameMode: CheckNameMode | undefined
  /** pds: hand back the tasks that the service goes on with, in place of following them to their end. */
  readonly isAsync?: boolean | undefined
}

/**
 * Which page of the recycle bin. `marker` is the `next` of the page before; `fields` are the service's own names, to which those
 * are added that every item needs.
 *
 * @since 1.0.7
 * @category models
 */
export interface ListBin {
  readonly limit: number | undefined
  readonly marker: string | undefined
  readonly fields: string | undefined
}

/**
 * A task with which the service goes on by itself, if it does.
 *
 * @since 1.0.7
 * @category models
 */
export interface StartedTask {
  readonly asyncTaskId?: string | undefined
}

/**
 * Where the bytes of a file of a batch are. `url` mirrors `downloadUrl`; both are secrets. `expiresAt` in epoch
 * milliseconds, where the address says it.
 *
 * @since 1.0.7
 * @category models
 */
export interface DownloadInfo {
  readonly fileId: FileId
  readonly name: string | undefined
  readonly size: number | undefined
  readonly downloadUrl: Redacted.Redacted<string>
  readonly url: Redacted.Redacted<string>
  readonly expiresAt: number | undefined
}

/**
 * @since 1.0.7
 * @category errors
 */
export type FileFailure =
  | ApiFailure
  | FileNotFound
  | InvalidInput
  | PermissionDenied
  | StorageError
  | UnsupportedOperation

/**
 * @since 1.0.7
 * @category errors
 */
export type CreateFailure = FileFailure | FileTooLarge | NameConflict | ParentNotFound | QuotaExceeded

/**
 * Copying and moving; `TaskFailed` where the service went on by itself and did not come to a good end (pds).
 *
 * @since 1.0.7
 * @category errors
 */
export type RelocateFailure = CreateFailure | TaskFailed

/**
 * Recycling, restoring and removing.
 *
 * @since 1.0.7
 * @category errors
 */
export type RemoveFailure = FileFailure | TaskFailed

/**
 * Takes several files away with one call, and says of each what became of it.
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
    readonly updateInfo: (wanted: {
      readonly fileId: FileId
      readonly userTags: ReadonlyArray<UserTag>
    }) => Effect.Effect<void, FileFailure>
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
    ) => Effect.Effect<StartedTask, RemoveFailure>
    readonly clear: (options: { readonly isAsync: boolean }) => Effect.Effect<StartedTask, RemoveFailure>
  }
  readonly uploads: {
    readonly rules: PartRules
    readonly prepare: (
      intent: UploadIntent,
      digests: Digests | undefined
    ) => Effect.Effect<PreparedUpload, CreateFailure | StoreError>
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
