/**
 * What the answers of a bucket's storage mean, in the words that S3 and OSS share. Real servers differ: a message may be
 * empty, a body no XML, a code another one.
 */
import { QuotaExceeded } from "../../../domain/errors/FileErrors.js"
import { CredentialExpired, IntegrityError, NoSuchUpload, StorageError } from "../../../domain/errors/StorageErrors.js"
import { TransportError } from "../../../domain/errors/TransportError.js"
import { retryAfterMillis } from "../../../domain/retryAfterMillis.js"
import * as ServerText from "../../../domain/ServerText.js"
import type { StoreError } from "../../../services/PartStore.js"
import type { PartReply } from "../../../services/Transport.js"

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
  /** What the call was made with, and must not be in an error: keys, tokens, signatures. */
  readonly secrets?: ReadonlyArray<string> | undefined
  readonly now: number
}

/**
 * The words of one platform for what all storages say.
 */
export interface Vocabulary {
  readonly platform: "oss" | "s3"
  readonly requestIdHeader: string
  readonly expired: ReadonlySet<string>
  readonly full: ReadonlySet<string>
  readonly slow: ReadonlySet<string>
  readonly corrupt: ReadonlySet<string>
  /** Codes with a reason of their own, whatever the status. */
  readonly reasons?: Readonly<Record<string, StorageError["reason"]>> | undefined
}

/**
 * @see {@link make}
 */
export interface BucketErrors {
  readonly platform: Vocabulary["platform"]
  readonly requestId: (reply: PartReply) => string | undefined
  /** Says whether the storage's clock is so far from ours that this refusal is about the time. */
  readonly isClockSkew: (call: RefusedCall, reply: PartReply) => boolean
  /** The error of the catalogue for a refused call. `code` replaces the one of the body, for answers that an SDK has read. */
  readonly problemOf: (call: RefusedCall, reply: PartReply, code?: string) => StoreError
}

/** A clock further off than this makes signatures and expiries unreliable; the storages allow 15 minutes. */
const toleratedSkew = 5 * 60_000

/** Two machines never agree to the second on when a credential ends. */
const expiryMargin = 30_000

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

const isClockSkew: BucketErrors["isClockSkew"] = (call, reply) => {
  if (element(reply.body, "Code") === "RequestTimeTooSkewed") return true
  const time = serverTime(reply)
  return reply.status === 403 && time !== undefined && Math.abs(time - call.now) > toleratedSkew
}

const corrupt = (call: RefusedCall, reply: PartReply) =>
  new IntegrityError({
    what: "md5",
    subject: call.objectKey,
    expected: ServerText.clean(element(reply.body, "ExpectedDigest") ?? "the digest sent", call.secrets),
    actual: ServerText.clean(element(reply.body, "CalculatedDigest") ?? "another one", call.secrets)
  })

/**
 * How one platform names its errors.
 */
export const make = (words: Vocabulary): BucketErrors => {
  const { platform } = words
  const requestId = (reply: PartReply) => reply.headers[words.requestIdHeader] ?? element(reply.body, "RequestId")
  const expired = (call: RefusedCall) => new CredentialExpired({ platform, version: call.credential.version })

  const problemOf: BucketErrors["problemOf"] = (call, reply, readCode) => {
    const code = readCode ?? element(reply.body, "Code")
    const own = code === undefined ? undefined : words.reasons?.[code]
    // A 200 with an error document is a failure of the storage itself, unless its code says otherwise.
    const status = reply.status < 300 && own === undefined ? 500 : reply.status
    const shown = (text: string | undefined) => ServerText.cleanIfGiven(text, call.secrets)
    const known = {
      platform,
      status,
      code: shown(code),
      detail: shown(element(reply.body, "Message")),
      requestId: shown(requestId(reply))
    }
    const storage = (reason: StorageError["reason"]) => new StorageError({ ...known, reason })
    const isOneOf = (codes: ReadonlySet<string>) => code !== undefined && codes.has(code)

    if (isClockSkew(call, reply)) return storage("ClockSkew")
    if (own !== undefined) return storage(own)
    if (isOneOf(words.expired)) return expired(call)
    if (code === "NoSuchUpload" || (status === 404 && call.uploadId !== undefined && code !== "NoSuchBucket")) {
      return new NoSuchUpload({ uploadId: call.uploadId ?? "", objectKey: call.objectKey })
    }
    if (status === 507 || isOneOf(words.full)) return new QuotaExceeded({})
    if (status === 429 || status === 503 || isOneOf(words.slow)) {
      return new StorageError({
        ...known,
        reason: "SlowDown",
        retryAfter: retryAfterMillis(reply.headers["retry-after"], call.now)
      })
    }
    if (isOneOf(words.corrupt)) return corrupt(call, reply)
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

  return { platform, requestId, isClockSkew, problemOf }
}
