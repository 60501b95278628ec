/**
 * What the replies of all in-memory storages mean.
 */
import { QuotaExceeded } from "../domain/errors/FileErrors.js"
import { CredentialExpired, IntegrityError, NoSuchUpload, StorageError } from "../domain/errors/StorageErrors.js"
import type { SupportedPlatform } from "../domain/Platform.js"
import type { StoreError } from "../services/PartStore.js"
import type { PartReply } from "../services/Transport.js"
import type { AnsweredFault } from "./MemoryNetwork.js"

/**
 * Where the request went and with which credential.
 */
export interface Asked {
  readonly platform: SupportedPlatform
  readonly credentialVersion: number
  readonly key: string
  readonly uploadId: string | undefined
}

export const refusalReply = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {}
): PartReply => ({
  status,
  headers,
  body: code
})

/**
 * How a storage words a scripted fault.
 */
export const faultReply = (fault: AnsweredFault): PartReply => {
  switch (fault._tag) {
    case "expire":
      return refusalReply(403, "ExpiredToken")
    case "skew":
      return refusalReply(403, "RequestTimeTooSkewed")
    case "status":
      return refusalReply(fault.status, fault.body ?? "", fault.headers)
  }
}

const retryAfterOf = (reply: PartReply): { readonly retryAfter?: number } => {
  const seconds = Number(reply.headers["retry-after"])
  return Number.isFinite(seconds) ? { retryAfter: seconds * 1000 } : {}
}

/**
 * The error in a reply of 300 or more.
 */
export const errorOf = (asked: Asked, reply: PartReply): StoreError => {
  const { platform } = asked
  if (reply.body === "ExpiredToken") return new CredentialExpired({ platform, version: asked.credentialVersion })
  if (reply.body === "RequestTimeTooSkewed") return new StorageError({ platform, reason: "ClockSkew", status: 403 })
  if (reply.body === "BadDigest") {
    return new IntegrityError({ what: "md5", subject: asked.key, expected: "the digest sent", actual: "another one" })
  }
  if (reply.body === "NoSuchKey") {
    return new StorageError({ platform, reason: "ObjectNotFound", status: 404, code: reply.body })
  }
  if (reply.body === "InvalidObjectState") {
    return new StorageError({ platform, reason: "InvalidObjectState", status: reply.status, code: reply.body })
  }
  if (reply.status === 404) return new NoSuchUpload({ uploadId: asked.uploadId ?? "", objectKey: asked.key })
  if (reply.status === 429 || reply.status === 503) {
    return new StorageError({ platform, reason: "SlowDown", status: reply.status, ...retryAfterOf(reply) })
  }
  if (reply.status === 507) return new QuotaExceeded({})
  if (reply.body === "PartNotSequential") {
    return new StorageError({ platform, reason: "PartsOutOfOrder", status: reply.status })
  }
  return new StorageError({
    platform,
    reason: reply.status === 403 ? "AccessDenied" : "Rejected",
    status: reply.status,
    code: reply.body
  })
}
