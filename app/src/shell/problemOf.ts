/** Each error of the catalogue as a person needs it: what happened, what to do, and the one button that does it. */
import type { DriveError } from "effect-drive/promise"
import { isDriveError } from "effect-drive/promise"
import type { Strings } from "../language/en.js"

/** What the button does; who shows the problem knows how. */
export type Remedy = "signIn" | "retry" | "reload" | "openBin" | "remove" | "restart" | "rename" | "spaces" | "none"

export interface Problem {
  readonly text: string
  readonly action: string
  readonly remedy: Remedy
  /** For support: the tag and message of the error, folded away. */
  readonly details: string
}

type Words = { readonly text: string; readonly action: string }

const wordsOf = (error: DriveError, { shell: { errors } }: Strings): readonly [Words, Remedy] => {
  switch (error._tag) {
    case "TokenExpired":
      return [errors.signedOut, "signIn"]
    case "PermissionDenied":
      return [errors.noRight, "none"]
    case "FileTooLarge":
      return [errors.tooLarge(error.limit), "remove"]
    case "QuotaExceeded":
      return [errors.full, "openBin"]
    case "FileNotFound":
      return [errors.gone, "reload"]
    case "ParentNotFound":
      return [errors.parentGone, "reload"]
    case "NameConflict":
    case "FolderExists":
      return [errors.taken(undefined), "rename"]
    case "SourceChanged":
      return [errors.changed, "restart"]
    case "InvalidInput":
      return [/name/i.test(error.field) && error.message.includes("/") ? errors.badName("/") : errors.invalid, "none"]
    case "UnsupportedOperation":
      return [errors.unsupported, "none"]
    case "PlatformNotSupported":
    case "NoSpace":
      return [errors.platform, "spaces"]
    case "RateLimited":
      return [errors.busy, "retry"]
    case "TransportError":
      return [errors.network, "retry"]
    case "UploadInUse":
      return [errors.inUse, "none"]
    case "IntegrityError":
      return [errors.damaged, "retry"]
    case "SaveFailed":
      return [errors.notSaved, "retry"]
    case "TaskFailed":
      return [errors.task, "retry"]
    case "StorageError":
    case "CredentialExpired":
    case "NoSuchUpload":
    case "SuccessCallbackFailed":
    case "SignedPutFailed":
      return [errors.server, "retry"]
    default:
      return [errors.unknown, "retry"]
  }
}

export const problemOf = (error: unknown, t: Strings): Problem => {
  if (!isDriveError(error)) {
    return {
      ...t.shell.errors.unknown,
      remedy: "retry",
      details: error instanceof Error ? error.message : String(error)
    }
  }
  const [words, remedy] = wordsOf(error, t)
  return { ...words, remedy, details: `${error._tag}: ${error.message}` }
}
