/**
 * What the outside sees of a download: one plain, immutable record, replaced when something changes.
 *
 * @since 1.0.7
 */
import type { BatchError } from "./BatchResult.js"
import type { DownloadStatus } from "./DownloadState.js"
import type { ApiError, RateLimited, SpaceNotFound, TokenExpired } from "./errors/ApiErrors.js"
import type { FileNotFound, PermissionDenied, QuotaExceeded } from "./errors/FileErrors.js"
import type { InvalidInput, PlatformNotSupported, UnsupportedOperation } from "./errors/InputErrors.js"
import type { CredentialExpired, IntegrityError, NoSuchUpload, StorageError } from "./errors/StorageErrors.js"
import type { DownloadCancelled, SaveFailed, TaskFailed } from "./errors/TransferErrors.js"
import type { TransportError } from "./errors/TransportError.js"
import type { DownloadId, FileId, SpaceId } from "./Ids.js"

/**
 * How the bytes get to where they are to be.
 *
 * - `file`: a path (Node), or a file handle that the caller gave.
 * - `link`: the browser's own download manager.
 * - `picker`: the browser's save dialogue.
 * - `opfs`: the page's private file system first, then the browser's downloads.
 * - `serviceWorker`: a stream through the page's service worker.
 * - `memory`: a Blob first.
 *
 * @since 1.0.7
 * @category models
 */
export type SaveWay = "file" | "link" | "picker" | "opfs" | "serviceWorker" | "memory"

/**
 * What a download leaves behind. `size` and `received` in bytes. `verified` says what of the bytes was compared with
 * what the service knows; a `link` was handed to the browser, which says nothing more.
 *
 * @since 1.0.7
 * @category models
 */
export interface DownloadResult {
  /** An archive on pds is no file of the space. */
  readonly fileId: FileId | undefined
  readonly via: SaveWay
  readonly size: number
  readonly received: number
  readonly verified: "sha1" | "crc64" | "size" | "none"
  /** Of a download of many files, whose other fields here are those of all together. */
  readonly files?: DownloadedFiles | undefined
}

/**
 * What became of each file of a download of many, in the order of its end. `name` is what it is called beside the others;
 * `originalName` what the drive calls it, where that is another: taken by then, or more than the disk can hold.
 *
 * @since 1.0.7
 * @category models
 */
export interface DownloadedFiles {
  readonly successItems: ReadonlyArray<
    DownloadResult & { readonly fileId: FileId; readonly name: string; readonly originalName?: string | undefined }
  >
  readonly errorItems: ReadonlyArray<BatchError<DownloadFailure>>
}

/**
 * How a started download can end badly.
 *
 * @since 1.0.7
 * @category errors
 */
export type DownloadFailure =
  | ApiError
  | CredentialExpired
  | DownloadCancelled
  | FileNotFound
  | IntegrityError
  | InvalidInput
  | NoSuchUpload
  | PermissionDenied
  | PlatformNotSupported
  | QuotaExceeded
  | RateLimited
  | SaveFailed
  | SpaceNotFound
  | StorageError
  | TaskFailed
  | TokenExpired
  | TransportError
  | UnsupportedOperation

/**
 * Files of a download of many: all, those that are saved, those that ended in an error.
 *
 * @since 1.0.7
 * @category models
 */
export interface DownloadCounts {
  readonly total: number
  readonly succeeded: number
  readonly failed: number
}

/**
 * A download at one moment. It is a new record after each change. Sizes in bytes, `speed` in bytes a second, `eta` in
 * milliseconds.
 *
 * @since 1.0.7
 * @category models
 */
export interface DownloadSnapshot {
  readonly id: DownloadId
  readonly spaceId: SpaceId | undefined
  readonly fileId: FileId | undefined
  /** The file's own name once it is known; before, what the target is called. */
  readonly name: string
  readonly status: DownloadStatus
  /** Where the bytes go, once it is decided. */
  readonly via: SaveWay | undefined
  /** Bytes that came from the network, never less than before and never above the size. */
  readonly received: number
  /** Bytes that the target has taken. */
  readonly written: number
  /** Bytes in all; `undefined` until the service has said it. */
  readonly size: number | undefined
  /** Bytes per second, smoothed. */
  readonly speed: number
  /** Milliseconds to the end, where a speed is known. */
  readonly eta: number | undefined
  /** Connections at once, once the bytes come in ranges side by side. */
  readonly connections?: number | undefined
  /** How it ended badly; while it waits, what for: the next sign-in, or an end of answers that something else gives. */
  readonly error: DownloadFailure | undefined
  readonly result: DownloadResult | undefined
  /** The service's task that packs the archive, until it has. */
  readonly archiveTaskId?: string | undefined
  /** Of a download of many files. */
  readonly files?: DownloadCounts | undefined
}
