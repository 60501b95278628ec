/** Each error of the catalogue as a person needs it: what happened, what to do, and the one button that does it. */
import type { DriveError } from "effect-drive/promise"
import { isDriveError } from "effect-drive/promise"
import type { Strings } from "../language/catalogue.js"

/** What the button does; who shows the problem knows how. */
export type Remedy =
  | "signIn"
  | "retry"
  | "reload"
  | "reloadPage"
  | "openBin"
  | "remove"
  | "restart"
  | "pickFile"
  | "rename"
  | "spaces"
  | "copyDetails"

export interface Problem {
  readonly text: string
  /** The word of the button. */
  readonly action: string
  readonly remedy: Remedy
  /** For support: the tag and message of the error, folded away. */
  readonly details: string
}

type Words = Omit<Problem, "details">
type Sentences = Strings["shell"]["errors"]
type ErrorOf<Tag extends DriveError["_tag"]> = Extract<DriveError, { readonly _tag: Tag }>

const storageWords = ({ reason }: ErrorOf<"StorageError">, errors: Sentences): Words => {
  switch (reason) {
    case "ObjectNotFound":
      return { ...errors.gone, remedy: "reload" }
    case "ClockSkew":
      return { ...errors.clock, remedy: "retry" }
    case "AccessDenied":
      return { ...errors.storageDenies, remedy: "retry" }
    case "MissingEtag":
    case "CredentialsIncomplete":
      return { ...errors.storageSetUp, remedy: "copyDetails" }
    case "SlowDown":
      return { ...errors.busy, remedy: "retry" }
    case "RestoreInProgress":
      return { ...errors.thawing, remedy: "retry" }
    case "InvalidObjectState":
      return { ...errors.archived, remedy: "copyDetails" }
    case "PreconditionFailed":
    case "CallbackFailed":
    case "AddressExpired":
    case "PartsOutOfOrder":
    case "Rejected":
      return { ...errors.server, remedy: "retry" }
  }
}

const transportWords = ({ reason }: ErrorOf<"TransportError">, errors: Sentences): Words => {
  switch (reason) {
    case "Network":
    case "Timeout":
    case "Stalled":
      return { ...errors.network, remedy: "retry" }
    case "ForeignAnswer":
      return { ...errors.between, remedy: "retry" }
    case "Status":
      return { ...errors.service, remedy: "retry" }
    case "Decode":
    case "AnswerTooLarge":
      return { ...errors.oddAnswer, remedy: "retry" }
  }
}

const saveWords = ({ reason }: ErrorOf<"SaveFailed">, errors: Sentences): Words => {
  switch (reason) {
    case "DiskFull":
      return { ...errors.diskFull, remedy: "retry" }
    case "AccessDenied":
      return { ...errors.saveDenied, remedy: "retry" }
    case "NotFound":
    case "Failed":
      return { ...errors.notSaved, remedy: "retry" }
  }
}

/** No case is left over: an error that joins the catalogue does not compile until it has a sentence. */
const wordsOf = (error: DriveError, errors: Sentences): Words => {
  switch (error._tag) {
    case "TokenExpired":
      return { ...errors.signedOut, remedy: "signIn" }
    case "PermissionDenied":
      return { ...errors.noRight, remedy: "copyDetails" }
    case "FileTooLarge":
      return { ...errors.tooLarge(error.limit), remedy: "remove" }
    case "QuotaExceeded":
      return { ...errors.full, remedy: "openBin" }
    case "FileNotFound":
      return { ...errors.gone, remedy: "reload" }
    case "ParentNotFound":
      return { ...errors.parentGone, remedy: "reload" }
    case "NameConflict":
    case "FolderExists":
      return { ...errors.taken, remedy: "rename" }
    case "SourceChanged":
      return error.what === "gone"
        ? { ...errors.sourceGone, remedy: "pickFile" }
        : { ...errors.changed, remedy: "restart" }
    case "InvalidInput":
      return {
        ...(/name/i.test(error.field) && error.message.includes("/") ? errors.badName("/") : errors.invalid),
        remedy: "rename"
      }
    case "UnsupportedOperation":
      return { ...errors.unsupported, remedy: "copyDetails" }
    case "PlatformNotSupported":
      return { ...errors.platform, remedy: "spaces" }
    case "SpaceNotFound":
      return { ...errors.spaceGone, remedy: "spaces" }
    case "NoSpace":
      return { ...errors.noSpace, remedy: "retry" }
    case "RateLimited":
      return { ...errors.busy, remedy: "retry" }
    case "TransportError":
      return transportWords(error, errors)
    case "StorageError":
      return storageWords(error, errors)
    case "UploadInUse":
      return { ...errors.inUse, remedy: "retry" }
    case "IntegrityError":
      return { ...errors.damaged, remedy: "retry" }
    case "SaveFailed":
      return saveWords(error, errors)
    case "TaskFailed":
      return error.action === "freeSpace" ? { ...errors.full, remedy: "openBin" } : { ...errors.task, remedy: "retry" }
    case "UploadCancelled":
    case "DownloadCancelled":
      return { ...errors.cancelled, remedy: "restart" }
    case "SignedPutFailed":
      return error.status === 403
        ? { ...errors.storageDenies, remedy: "retry" }
        : { ...errors.server, remedy: "retry" }
    case "CredentialExpired":
    case "NoSuchUpload":
    case "SuccessCallbackFailed":
      return { ...errors.server, remedy: "retry" }
    case "ApiError":
      return { ...errors.refused, remedy: "retry" }
    case "DriveDisposed":
      return { ...errors.disposed, remedy: "reloadPage" }
  }
}

/** What is no error of the catalogue is a fault of this page. */
export const problemOf = (error: unknown, { shell: { errors } }: Strings): Problem =>
  isDriveError(error)
    ? { ...wordsOf(error, errors), details: `${error._tag}: ${error.message}` }
    : { ...errors.unknown, remedy: "retry", details: error instanceof Error ? error.message : String(error) }
