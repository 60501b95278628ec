/**
 * Every error of the catalogue, for programs that show errors and do not care which call they came from.
 *
 * @since 1.0.7
 */
import type { ApiError, NoSpace, RateLimited, SpaceNotFound, TokenExpired } from "../domain/errors/ApiErrors.js"
import type {
  FileNotFound,
  FileTooLarge,
  FolderExists,
  NameConflict,
  ParentNotFound,
  PermissionDenied,
  QuotaExceeded
} from "../domain/errors/FileErrors.js"
import type { InvalidInput, PlatformNotSupported, UnsupportedOperation } from "../domain/errors/InputErrors.js"
import type { CredentialExpired, IntegrityError, NoSuchUpload, StorageError } from "../domain/errors/StorageErrors.js"
import type * as TransferErrors from "../domain/errors/TransferErrors.js"
import type { TransportError } from "../domain/errors/TransportError.js"
import type { UploadInUse } from "../domain/errors/UploadInUse.js"
import type { DriveDisposed } from "./DriveDisposed.js"

/**
 * Every error with which a promise of a drive can reject, except the reason of an aborted signal. `_tag` tells them
 * apart.
 *
 * @since 1.0.7
 * @category errors
 */
export type DriveError =
  | ApiError
  | CredentialExpired
  | DriveDisposed
  | FileNotFound
  | FileTooLarge
  | FolderExists
  | IntegrityError
  | InvalidInput
  | NameConflict
  | NoSpace
  | NoSuchUpload
  | ParentNotFound
  | PermissionDenied
  | PlatformNotSupported
  | QuotaExceeded
  | RateLimited
  | SpaceNotFound
  | StorageError
  | TokenExpired
  | TransportError
  | UnsupportedOperation
  | UploadInUse
  | InstanceType<(typeof TransferErrors)[keyof typeof TransferErrors]>

/**
 * Whether a caught value is an error of the catalogue. Anything else is a bug or an abort.
 *
 * @since 1.0.7
 * @category guards
 */
export const isDriveError = (error: unknown): error is DriveError =>
  error instanceof Error && "_tag" in error && "retry" in error
