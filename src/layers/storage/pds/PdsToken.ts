/**
 * Refusals that are about the space's token.
 */
import { StorageError } from "../../../domain/errors/StorageErrors.js"
import { PdsRefusal } from "./PdsAnswer.js"
import { meaningOf } from "./PdsCodes.js"

/**
 * The token is over. A 401 that nobody knows more of is taken for that too: a fresh token costs one call, and is asked for
 * once.
 */
export const isExpired = (failure: unknown): failure is PdsRefusal => {
  if (!(failure instanceof PdsRefusal)) return false
  const meaning = meaningOf(failure.code)
  return meaning === "CredentialExpired" || (meaning === "ApiError" && failure.status === 401)
}

/**
 * A fresh token that is refused as well is no matter of time.
 */
export const denied = (refusal: PdsRefusal): StorageError =>
  new StorageError({
    platform: "pds",
    reason: "AccessDenied",
    status: refusal.status,
    code: refusal.code || undefined,
    requestId: refusal.requestId
  })
