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
 * Which files to list. `page` counts from 1; `cursor` is the `next` of an earlier page and takes precedence over it.
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
 * A folder to create, and what happens if its name is taken.
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
 * What to change about a file; `undefined` fields stay. `fields` are sent to the service unchanged.
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
 * Files to copy or move into a folder, as many as one call allows.
 *
 * @since 1.0.7
 * @category models
 */
export interface RelocateFiles {
  readonly fileIds: ReadonlyArray<FileId>
  readonly toParentFileId: FileId
  readonly checkNameMode: CheckNameMode | undefined
  /** pds: return the service's tasks instead of waiting for their end. */
  readonly isAsync?: boolean | undefined
}

/**
 * Which page of the recycle bin. `marker` is the `next` of the page before; `fields` are names of the service's fields;
 * those that every item needs are added.
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
 * The task in which the service continues, if it does.
 *
 * @since 1.0.7
 * @category models
 */
export interface StartedTask {
  readonly asyncTaskId?: string | undefined
}

/**
 * Where the bytes of a file of a batch are. `url` mirrors `downloadUrl`; both are secrets. `expiresAt` in epoch
 * milliseconds, if the address contains it.
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
 * How creating or naming something can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type CreateFailure = FileFailure | FileTooLarge | NameConflict | ParentNotFound | QuotaExceeded

/**
 * How copying and moving can fail; `TaskFailed` if a task of the service failed (pds).
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
 * Taking files out of the bin. `fileId` of a `NameConflict` is the file that stays in the bin.
 *
 * @since 1.0.7
 * @category errors
 */
export type RestoreFailure = NameConflict | RemoveFailure
