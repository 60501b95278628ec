/**
 * What the outside sees of an upload: one plain, immutable record per upload, replaced when something changes.
 *
 * @since 1.0.7
 */
import type { ApiError, RateLimited, SpaceNotFound, TokenExpired } from "./errors/ApiErrors.js"
import type {
  FileNotFound,
  FileTooLarge,
  NameConflict,
  ParentNotFound,
  PermissionDenied,
  QuotaExceeded
} from "./errors/FileErrors.js"
import type { InvalidInput, PlatformNotSupported, UnsupportedOperation } from "./errors/InputErrors.js"
import type { IntegrityError, NoSuchUpload, StorageError } from "./errors/StorageErrors.js"
import type {
  SaveFailed,
  SignedPutFailed,
  SourceChanged,
  SuccessCallbackFailed,
  UploadCancelled
} from "./errors/TransferErrors.js"
import type { TransportError } from "./errors/TransportError.js"
import type { UploadInUse } from "./errors/UploadInUse.js"
import type { AssetId, FileId, ObjectKey, SpaceId, UploadId } from "./Ids.js"
import type { Verified } from "./Integrity.js"
import type { UploadStatus, UploadWait } from "./UploadStatus.js"

/**
 * The progress states of spec point 4.
 *
 * @since 1.0.7
 * @category models
 */
export type UploadProgress = "computing_hash" | "running" | "rapid_success" | "success" | "error"

/**
 * The multipart states of spec point 4.
 *
 * @since 1.0.7
 * @category models
 */
export type MultipartStatus =
  | "started"
  | "uploading_parts"
  | "stopped"
  | "web_offline_to_online"
  | "cancelled"
  | "done"

/**
 * Four counts of bytes, each monotonic and never above the size: read and hashed, handed to the network, answered for
 * by the storage, known to the service as a file.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadBytes {
  readonly hashed: number
  readonly sent: number
  readonly accepted: number
  readonly committed: number
}

/**
 * What an upload leaves behind.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadResult {
  readonly fileId: FileId
  readonly objectKey: ObjectKey | undefined
  readonly assetId: AssetId | undefined
  /** The service had the bytes already, none were sent. */
  readonly rapid: boolean
  /** How it is known that the storage has the bytes that were read; missing when none were sent. */
  readonly verified?: Verified | undefined
}

/**
 * How an upload can end badly.
 *
 * @since 1.0.7
 * @category errors
 */
export type UploadError =
  | ApiError
  | FileNotFound
  | FileTooLarge
  | IntegrityError
  | InvalidInput
  | NameConflict
  | NoSuchUpload
  | ParentNotFound
  | PermissionDenied
  | PlatformNotSupported
  | QuotaExceeded
  | RateLimited
  | SaveFailed
  | SignedPutFailed
  | SourceChanged
  | SpaceNotFound
  | StorageError
  | SuccessCallbackFailed
  | TokenExpired
  | TransportError
  | UnsupportedOperation
  | UploadCancelled
  | UploadInUse

/**
 * An upload at one moment. It is a new record after each change. Sizes in bytes, times in epoch milliseconds, `speed`
 * in bytes a second, `eta` in milliseconds.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadSnapshot {
  readonly id: UploadId
  readonly spaceId: SpaceId | undefined
  readonly name: string
  /** Bytes; `undefined` until a source of unknown length has been spooled. */
  readonly size: number | undefined
  readonly parentFileId: string | undefined
  readonly fileId: FileId | undefined
  /** What the upload does, for people; `progress` and `multipart` are the specification's words for it. */
  readonly status: UploadStatus
  /** Why and since when nothing moves, or a request is made again. */
  readonly waiting: UploadWait | undefined
  /** `undefined` while the upload is queued. */
  readonly progress: UploadProgress | undefined
  /** `undefined` before the first part and for direct uploads that were never stopped, cancelled or offline. */
  readonly multipart: MultipartStatus | undefined
  readonly bytes: UploadBytes
  /** Bytes per second, smoothed; a whole number. */
  readonly speed: number
  /** Milliseconds to the end, where a speed is known; a whole number. */
  readonly eta: number | undefined
  /** Parts in flight at most. */
  readonly parallel: number
  /**
   * Parts of an earlier run that count because their size is right: no ETag of theirs is saved, and the storage lists nothing that
   * is a digest. Where it tells the CRC-64 of the whole, that is compared in the end all the same.
   */
  readonly sizeOnlyParts: number
  /** The upload can be resumed after a crash; `false` when the session store fails. */
  readonly resumable: boolean
  /** The file must be picked again before it can resume. */
  readonly needsFile: boolean
  readonly error: UploadError | undefined
  readonly result: UploadResult | undefined
}
