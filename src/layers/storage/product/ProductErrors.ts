/**
 * The one table that gives the product's codes their names in the error catalogue.
 */
import { fileNotFoundCode, folderExistsCode, parentNotFoundCode } from "../../../domain/Constants.js"
import type { ApiError } from "../../../domain/errors/ApiErrors.js"
import {
  FileNotFound,
  FileTooLarge,
  FolderExists,
  NameConflict,
  ParentNotFound,
  PermissionDenied,
  QuotaExceeded
} from "../../../domain/errors/FileErrors.js"

/**
 * What a call was about, so that its error can say it.
 */
export interface Subject {
  readonly operation: string
  readonly fileId?: string | undefined
  readonly fileIds?: ReadonlyArray<string> | undefined
  readonly path?: string | undefined
  readonly name?: string | undefined
  readonly parentFileId?: string | undefined
  readonly size?: number | undefined
  readonly sizeLimit?: number | undefined
  /** The call said `refuse`: only then a folder that is there already is the reason (spec point 8). */
  readonly refuses?: boolean | undefined
}

const isCode = (error: ApiError, code: number | string): boolean => String(error.code) === String(code)

const startsWith = (error: ApiError, ...starts: ReadonlyArray<string>): boolean =>
  starts.some((start) => String(error.code).startsWith(start))

/**
 * The error of a call that looks something up.
 */
export const readFailure = (error: ApiError, subject: Subject): ApiError | FileNotFound | PermissionDenied => {
  const { fileId, fileIds, path } = subject
  // Of nothing that could be named, the service's own words say more.
  const isNamed = fileId !== undefined || path !== undefined || fileIds !== undefined
  if (isCode(error, fileNotFoundCode) && isNamed) {
    return new FileNotFound(fileIds === undefined ? { fileId, path } : { fileIds })
  }
  if (startsWith(error, "PermissionDenied", "Forbidden")) return new PermissionDenied({ operation: subject.operation })
  return error
}

/**
 * The error of a file that was to come out of the bin: its name may be another's by now.
 */
export const restoreFailure = (
  error: ApiError,
  subject: { readonly operation: string; readonly fileId: string }
): ReturnType<typeof readFailure> | NameConflict =>
  startsWith(error, "AlreadyExist.File")
    ? new NameConflict({ name: subject.fileId, fileId: subject.fileId })
    : readFailure(error, subject)

/**
 * The error of a call that creates or changes something.
 */
export const writeFailure = (
  error: ApiError,
  subject: Subject
): ReturnType<typeof readFailure> | FileTooLarge | FolderExists | NameConflict | ParentNotFound | QuotaExceeded => {
  const { fileId, name = "", parentFileId, size, sizeLimit } = subject
  if (isCode(error, parentNotFoundCode)) return new ParentNotFound({ parentFileId: parentFileId ?? "" })
  if (subject.refuses === true && isCode(error, folderExistsCode)) {
    return new FolderExists({ name, parentFileId: parentFileId ?? "" })
  }
  if (startsWith(error, "AlreadyExist.File")) return new NameConflict({ name, parentFileId, fileId })
  if (startsWith(error, "QuotaExhausted")) return new QuotaExceeded({})
  if (startsWith(error, "FileTooLarge") && size !== undefined && sizeLimit !== undefined) {
    return new FileTooLarge({ name, size, limit: sizeLimit })
  }
  return readFailure(error, { ...subject, fileId: fileId ?? parentFileId })
}
