/**
 * Uploads of whole folders: every file an upload of its own, every missing folder created once, one report at the end.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { CheckNameMode } from "../domain/CheckNameMode.js"
import type { DriveFile } from "../domain/DriveFile.js"
import type { InvalidInput, UnsupportedOperation } from "../domain/errors/InputErrors.js"
import type { SourceChanged, UploadCancelled } from "../domain/errors/TransferErrors.js"
import type { TransportError } from "../domain/errors/TransportError.js"
import type { FolderEntry } from "../domain/FolderEntry.js"
import type { SpaceId, UploadId } from "../domain/Ids.js"
import type { UploadBytes, UploadError } from "../domain/UploadSnapshot.js"
import type { InSpace } from "./Spaces.js"
import type { SourceInput } from "./UploadSource.js"

/**
 * The entries of a folder, read only as fast as they are uploaded. Folders with files in them may be left out; empty
 * ones must be named.
 *
 * @since 1.0.7
 * @category models
 */
export type FolderEntries =
  | Stream.Stream<FolderEntry<SourceInput>, InvalidInput | SourceChanged | UnsupportedOperation>
  | AsyncIterable<FolderEntry<SourceInput>>
  | Iterable<FolderEntry<SourceInput>>

/**
 * `keepBoth` gives the new file another name, `replace` overwrites, `skip` keeps the existing file.
 *
 * @since 1.0.7
 * @category models
 */
export type ConflictChoice = "keepBoth" | "replace" | "skip"

/**
 * A file whose name is taken in its target folder.
 *
 * @since 1.0.7
 * @category models
 */
export interface FolderConflict {
  /** Below the uploaded folder. */
  readonly path: string
  readonly source: SourceInput
  readonly existing: DriveFile
}

/**
 * @since 1.0.7
 * @category models
 */
export type ConflictAnswer = ConflictChoice | {
  readonly choice: ConflictChoice
  /** Nobody is asked again in this folder upload. */
  readonly forAllTheRest?: boolean | undefined
}

/**
 * Which folder, and where to. Either `entries` or, where there is a file system, `path`.
 *
 * @since 1.0.7
 * @category models
 */
export interface FolderRequest {
  readonly entries?: FolderEntries | undefined
  /** A directory on this machine; its contents are uploaded into `parentFileId`. */
  readonly path?: string | undefined
  /** For a `path`: follow symbolic links that lead out of it. Default: they are left out, and the report names them. */
  readonly followLinks?: boolean | undefined
  /** Default root. */
  readonly parentFileId?: string | undefined
  /** For each file; with `refuse`, files whose name is taken are skipped. */
  readonly checkNameMode?: CheckNameMode | undefined
  /**
   * Called for each file whose name is taken, one at a time, also if it was taken after the folder upload began. Then
   * `checkNameMode` does not matter. To find such files, each existing folder is listed.
   */
  readonly onConflict?:
    | ((conflict: FolderConflict) => ConflictAnswer | PromiseLike<ConflictAnswer> | Effect.Effect<ConflictAnswer>)
    | undefined
  /** Of each file: higher goes first; default 0. */
  readonly priority?: number | undefined
  /** How many parts of each file are sent at once. Default: 5 at first, then adapted. */
  readonly parallel?: number | undefined
}

/**
 * `resume` continues from `stopped`. The other three are final; `error` means an invalid request.
 *
 * @since 1.0.7
 * @category models
 */
export type FolderStatus = "running" | "stopped" | "done" | "cancelled" | "error"

/**
 * How far a folder upload has come. The counts cover what has been read so far; they are final when `reading` is
 * `false`.
 *
 * @since 1.0.7
 * @category models
 */
export interface FolderSnapshot {
  readonly id: string
  readonly spaceId: SpaceId | undefined
  readonly parentFileId: string
  readonly status: FolderStatus
  /** Entries are still being read. */
  readonly reading: boolean
  /** Folders found or created in the drive. */
  readonly folders: number
  readonly files: number
  /** Files that were uploaded; `rapid` of them without sending a byte. */
  readonly succeeded: number
  readonly rapid: number
  readonly skipped: number
  readonly failed: number
  /** Over all files that were started; `total` is their size. */
  readonly bytes: UploadBytes & { readonly total: number }
  /** Bytes per second, smoothed. */
  readonly speed: number
  /** Milliseconds to the end, once everything is read and a speed is known. */
  readonly eta: number | undefined
  readonly error: FolderError | undefined
}

/**
 * An entry that failed, and why. `path` is empty if reading the folder itself failed. The upload `uploadId`, if there
 * is one, can be retried.
 *
 * @since 1.0.7
 * @category models
 */
export interface FolderFailure {
  readonly path: string
  readonly error: UploadError
  readonly uploadId: UploadId | undefined
}

/**
 * How a folder ended. `bytes` are those of the files that succeeded; `leftOut` the paths of links that lead out of the folder
 * and were not followed, which count as no files.
 *
 * @since 1.0.7
 * @category models
 */
export interface FolderReport {
  readonly folders: number
  readonly files: number
  readonly bytes: number
  readonly succeeded: number
  readonly rapid: number
  readonly skipped: number
  readonly failed: ReadonlyArray<FolderFailure>
  readonly leftOut: ReadonlyArray<string>
}

/**
 * How a folder ends without a report: cancelled, or an invalid request. Failures of single entries are in the report.
 *
 * @since 1.0.7
 * @category errors
 */
export type FolderError = InvalidInput | TransportError | UnsupportedOperation | UploadCancelled

/**
 * A started folder. It belongs to the drive: dropping the handle changes nothing.
 *
 * @since 1.0.7
 * @category models
 */
export interface FolderUpload {
  readonly id: string
  /** The folder's present state; the same object until something changes. */
  readonly snapshot: () => FolderSnapshot
  /**
   * Calls back at most ten times a second, and at once when the status changes. Returns the function that unsubscribes.
   */
  readonly subscribe: (listener: () => void) => () => void
  /** Waits for the end; stays pending while the folder is stopped, fails with `UploadCancelled` on cancel. */
  readonly await: Effect.Effect<FolderReport, FolderError>
  /** Closes the requests in flight, stops reading, keeps what is stored. */
  readonly stop: Effect.Effect<void>
  /** Resumes; a cancelled folder fails with `UploadCancelled`. */
  readonly resume: Effect.Effect<void, UploadCancelled>
  /** Cancels all files that have not succeeded; those that have stay in the drive. */
  readonly cancel: Effect.Effect<void>
}

export declare namespace FolderUploads {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Starts and returns at once. An invalid request shows in the snapshot and `await`. */
    readonly start: (request: FolderRequest, options?: InSpace) => Effect.Effect<FolderUpload>
    /** Stops all folders with their files. For single uploads use `Uploads`. */
    readonly stopAll: () => Effect.Effect<void>
    /** Resumes all that are stopped. */
    readonly resumeAll: () => Effect.Effect<void>
    /** Cancels all that have not ended, with their files. */
    readonly cancelAll: () => Effect.Effect<void>
  }
}

/**
 * Starts, watches, stops and resumes uploads of whole folders. Each file is an upload of its own.
 *
 * @since 1.0.7
 * @category tags
 */
export class FolderUploads extends Context.Tag("effect-drive/FolderUploads")<FolderUploads, FolderUploads.Service>() {}
