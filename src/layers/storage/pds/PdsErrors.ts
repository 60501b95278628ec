/**
 * Refusals of pds as errors of the catalogue. What a code means is the table of `PdsCodes`; here it meets what was asked.
 */
import * as Effect from "effect/Effect"
import { ApiError } from "../../../domain/errors/ApiErrors.js"
import {
  FileNotFound,
  FileTooLarge,
  NameConflict,
  ParentNotFound,
  PermissionDenied,
  QuotaExceeded
} from "../../../domain/errors/FileErrors.js"
import { IntegrityError, NoSuchUpload, StorageError } from "../../../domain/errors/StorageErrors.js"
import { PdsRefusal } from "./PdsAnswer.js"
import { meaningOf } from "./PdsCodes.js"

/**
 * What a call was about, so that its error can say it. Sizes in bytes.
 */
export interface PdsSubject {
  readonly operation: string
  readonly fileId?: string | undefined
  readonly path?: string | undefined
  readonly name?: string | undefined
  /** Given when something is created: then what is not found is the parent. */
  readonly parentFileId?: string | undefined
  readonly size?: number | undefined
  readonly sizeLimit?: number | undefined
}

const asApiError = ({ code, detail, status, url }: PdsRefusal): ApiError =>
  new ApiError({ code: code || status, reason: detail, method: "POST", path: url, status })

const asStorageError = (refusal: PdsRefusal, reason: StorageError["reason"]): StorageError =>
  new StorageError({
    platform: "pds",
    reason,
    status: refusal.status,
    code: refusal.code,
    detail: refusal.detail,
    requestId: refusal.requestId
  })

type ReadRefusal = ApiError | FileNotFound | PermissionDenied | StorageError

const readRefusal = (refusal: PdsRefusal, { fileId, operation, path }: PdsSubject): ReadRefusal => {
  switch (meaningOf(refusal.code)) {
    case "FileNotFound":
      return fileId === undefined && path === undefined ? asApiError(refusal) : new FileNotFound({ fileId, path })
    case "PermissionDenied":
      return new PermissionDenied({ operation })
    case "StorageError AccessDenied":
      return asStorageError(refusal, "AccessDenied")
    default:
      return asApiError(refusal)
  }
}

type WriteRefusal = ReadRefusal | FileTooLarge | NameConflict | ParentNotFound | QuotaExceeded

/** The error of a call that creates or changes something. */
const writeRefusal = (refusal: PdsRefusal, subject: PdsSubject): WriteRefusal => {
  const { fileId, name = "", parentFileId, size, sizeLimit } = subject
  switch (meaningOf(refusal.code)) {
    case "FileNotFound":
      return fileId === undefined && parentFileId !== undefined
        ? new ParentNotFound({ parentFileId })
        : readRefusal(refusal, subject)
    case "FileTooLarge":
      return size === undefined
        ? asApiError(refusal)
        : new FileTooLarge({ name, size, limit: sizeLimit ?? size - 1 })
    case "NameConflict":
      return new NameConflict({ name, parentFileId, fileId })
    case "QuotaExceeded":
      return new QuotaExceeded({})
    default:
      return readRefusal(refusal, subject)
  }
}

type StoreRefusal = ApiError | IntegrityError | NoSuchUpload | QuotaExceeded | StorageError

/**
 * The error of a call about an upload under way. `AlreadyExist` there means that the file is complete.
 */
export const storeRefusal = (
  refusal: PdsRefusal,
  subject: { readonly uploadId: string; readonly fileId: string; readonly crc64?: string | undefined }
): StoreRefusal => {
  const { crc64, fileId, uploadId } = subject
  switch (meaningOf(refusal.code)) {
    case "FileNotFound":
    case "NameConflict":
    case "NoSuchUpload":
      return new NoSuchUpload({ uploadId, objectKey: fileId })
    case "IntegrityError":
      return new IntegrityError({
        what: "crc64",
        subject: fileId,
        expected: crc64 ?? "the digest sent",
        actual: refusal.detail ?? "another one"
      })
    case "QuotaExceeded":
      return new QuotaExceeded({})
    case "PermissionDenied":
    case "StorageError AccessDenied":
      return asStorageError(refusal, "AccessDenied")
    default:
      return asApiError(refusal)
  }
}

/**
 * Names the refusals of a call with one of the functions above.
 */
export const naming = <E>(name: (refusal: PdsRefusal) => E) => <A, F, R>(call: Effect.Effect<A, F | PdsRefusal, R>) =>
  Effect.catchIf(
    call,
    (failure): failure is PdsRefusal => failure instanceof PdsRefusal,
    (refusal) => Effect.fail(name(refusal))
  )

/**
 * For a call that looks something up.
 */
export const reading = (subject: PdsSubject) => naming((refusal) => readRefusal(refusal, subject))

/**
 * For a file that is to come out of the bin: its name may be another's by now.
 */
export const restoring = (subject: { readonly operation: string; readonly fileId: string }) =>
  naming((refusal) =>
    meaningOf(refusal.code) === "NameConflict"
      ? new NameConflict({ name: subject.fileId, fileId: subject.fileId })
      : readRefusal(refusal, subject)
  )

/**
 * For a call that creates or changes something.
 */
export const writing = (subject: PdsSubject) => naming((refusal) => writeRefusal(refusal, subject))
