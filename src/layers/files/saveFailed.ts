/**
 * What a file system says, in words of the catalogue.
 */
import { SaveFailed } from "../../domain/errors/TransferErrors.js"

const reasons: Readonly<Record<string, SaveFailed["reason"]>> = {
  ENOSPC: "DiskFull",
  EDQUOT: "DiskFull",
  QuotaExceededError: "DiskFull",
  EACCES: "AccessDenied",
  EPERM: "AccessDenied",
  EROFS: "AccessDenied",
  NotAllowedError: "AccessDenied",
  NoModificationAllowedError: "AccessDenied",
  ENOENT: "NotFound",
  ENOTDIR: "NotFound",
  NotFoundError: "NotFound"
}

/** Node has a code, browsers have a name. */
const codeOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return ""
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name
}

/**
 * Says whether there was no room for it.
 */
export const isDiskFull = (cause: unknown): boolean => reasons[codeOf(cause)] === "DiskFull"

export const saveFailed = (target: string) => (cause: unknown): SaveFailed =>
  new SaveFailed({
    target,
    reason: reasons[codeOf(cause)] ?? "Failed",
    detail: cause instanceof Error ? cause.message : String(cause)
  })
