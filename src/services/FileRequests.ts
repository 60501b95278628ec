/**
 * Requests about a space's files, their answers, and their errors.
 *
 * @since 1.0.7
 */
import type * as Redacted from "effect/Redacted"
import type { CheckNameMode } from "../domain/CheckNameMode.js"
import type { UserTag } from "../domain/DriveFile.js"
import type { SpaceNotFound } from "../domain/errors/ApiErrors.js"
import type {
  FileNotFound,
  FileTooLarge,
  NameConflict,
  ParentNotFound,
  PermissionDenied,
  QuotaExceeded
} from "../domain/errors/FileErrors.js"
import type { InvalidInput, UnsupportedOperation } from "../domain/errors/InputErrors.js"
import type { StorageError } from "../domain/errors/StorageErrors.js"
import type { TaskFailed } from "../domain/errors/TransferErrors.js"
import type { FileId } from "../domain/Ids.js"
import type { ApiFailure } from "./DriveApi.js"

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
 * A folder to be made, and what happens when its name is taken.
 *
 * @since 1.0.7
 * @category models
 */
export interface CreateFolder {
  readonly name: string
  readonly parentFileId: string
  readonly checkNameMode: CheckNameMode
}

/**
 * A file or folder, and its new name.
 *
 * @since 1.0.7
 * @category models
 */
export interface RenameFile {
  readonly fileId: FileId
  readonly name: string
  readonly checkNameMode: CheckNameMode
}

/**
 * What is to be said about a file; what is `undefined` stays. `fields` go to the service as they are.
 *
 * @since 1.0.7
 * @category models
 */
export interface ChangeInfo {
  readonly fileId: FileId
  readonly userTags?: ReadonlyArray<UserTag> | undefined
  readonly hidden?: boolean | undefined
  readonly name?: string | undefined
  readonly fields?: Readonly<Record<string, unknown>> | undefined
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
 * How any call about a file can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type FileFailure =
  | ApiFailure
  | FileNotFound
  | InvalidInput
  | PermissionDenied
  | SpaceNotFound
  | StorageError
  | UnsupportedOperation

/**
 * How making or naming something can fail.
 *
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
 * Recycling and removing.
 *
 * @since 1.0.7
 * @category errors
 */
export type RemoveFailure = FileFailure | TaskFailed

/**
 * Taking files out of the bin. `name` of a `NameConflict` is the file's id.
 *
 * @since 1.0.7
 * @category errors
 */
export type RestoreFailure = NameConflict | RemoveFailure
