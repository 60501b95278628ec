/**
 * What the answers of an S3 storage mean. Real servers differ: a message may be empty, a body no XML, a code another one.
 */
import { QuotaExceeded } from "../../domain/errors/FileErrors.js"
import { CredentialExpired, IntegrityError, NoSuchUpload, StorageError } from "../../domain/errors/StorageErrors.js"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { StoreError } from "../../services/PartStore.js"
import type { PartReply } from "../../services/Transport.js"
import { retryAfterMillis } from "../RetryAfter.js"

/**
 * A refused call: what was asked, with which credential, and what time it was (epoch milliseconds, by the storage's clock
 * as far as it is known).
 */
export interface RefusedCall {
  readonly method: string
  readonly path: string
  readonly objectKey: string
  readonly uploadId: string | undefined
  readonly credential: {
    readonly version: number
    readonly temporary: boolean
    readonly expiresAt: number | undefined
  }
  readonly now: number
}

/** A clock further off than this makes signatures and expiries unreliable; S3 itself allows 15 minutes. */
const toleratedSkew = 5 * 60_000

/** Two machines never agree to the second on when a credential ends. */
const expiryMargin = 30_000

const expiredCodes = new Set(["ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired", "InvalidToken"])
const fullCodes = new Set(["QuotaExceeded", "InsufficientStorage", "InsufficientCapacity", "XMinioStorageFull"])
const slowCodes = new Set(["SlowDown", "TooManyRequests", "RequestLimitExceeded", "Throttling", "ThrottlingException"])
const corruptCodes = new Set(["BadDigest", "XAmzContentChecksumMismatch"])

const element = (xml: string, name: string): string | undefined => {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.trim()
  return text === undefined || text === "" ? undefined : text
}

const parsedTime = (text: string | undefined): number | undefined => {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}

/**
 * The time of the storage when it answered. Browsers do not show the Date header of other hosts, so a body's ServerTime
 * counts too.
 */
export const serverTime = (reply: PartReply): number | undefined =>
  parsedTime(element(reply.body, "ServerTime")) ?? parsedTime(reply.headers["date"])

const hasEnded = (call: RefusedCall, now: number): boolean =>
  call.credential.temporary &&
  (call.credential.expiresAt === undefined || now >= call.credential.expiresAt - expiryMargin)

/**
 * Says whether the storage's clock is so far from ours that this refusal is about the time.
 */
export const isClockSkew = (call: RefusedCall, reply: PartReply): boolean => {
  if (element(reply.body, "Code") === "RequestTimeTooSkewed") return true
  const time = serverTime(reply)
  return reply.status === 403 && time !== undefined && Math.abs(time - call.now) > toleratedSkew
}

/**
 * The error of the catalogue for a refused call. `code` replaces the one of the body, for answers that the SDK has read.
 */
export const problemOf = (call: RefusedCall, reply: PartReply, readCode?: string): StoreError => {
  const code = readCode ?? element(reply.body, "Code")
  // A 200 with an error document is a failure of the storage itself, unless its code says otherwise.
  const status = reply.status < 300 ? 500 : reply.status
  const known = {
    platform: "s3" as const,
    status,
    code,
    detail: element(reply.body, "Message"),
    requestId: reply.headers["x-amz-request-id"] ?? element(reply.body, "RequestId")
  }
  const storage = (reason: StorageError["reason"]) => new StorageError({ ...known, reason })

  if (isClockSkew(call, reply)) return storage("ClockSkew")
  if (code !== undefined && expiredCodes.has(code)) return expired(call)
  if (code === "NoSuchUpload" || (status === 404 && call.uploadId !== undefined && code !== "NoSuchBucket")) {
    return new NoSuchUpload({ uploadId: call.uploadId ?? "", objectKey: call.objectKey })
  }
  if (status === 507 || (code !== undefined && fullCodes.has(code))) return new QuotaExceeded({})
  if (status === 429 || status === 503 || (code !== undefined && slowCodes.has(code))) {
    return new StorageError({
      ...known,
      reason: "SlowDown",
      retryAfter: retryAfterMillis(reply.headers["retry-after"], call.now)
    })
  }
  if (code !== undefined && corruptCodes.has(code)) return corrupt(call, reply)
  if (code === "RequestTimeout") {
    return new TransportError({ reason: "Timeout", method: call.method, path: call.path, status })
  }
  if (status === 412) return storage("PreconditionFailed")
  if (status === 404) return storage("ObjectNotFound")
  if (status === 401 || status === 403) {
    return hasEnded(call, serverTime(reply) ?? call.now) ? expired(call) : storage("AccessDenied")
  }
  return storage("Rejected")
}

const expired = (call: RefusedCall) => new CredentialExpired({ platform: "s3", version: call.credential.version })

const corrupt = (call: RefusedCall, reply: PartReply) =>
  new IntegrityError({
    what: "md5",
    subject: call.objectKey,
    expected: element(reply.body, "ExpectedDigest") ?? "the digest sent",
    actual: element(reply.body, "CalculatedDigest") ?? "another one"
  })
