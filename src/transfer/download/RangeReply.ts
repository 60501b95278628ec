/**
 * What the answer to a (ranged) GET says about the object.
 */
import * as Effect from "effect/Effect"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { IntegrityError, StorageError } from "../../domain/errors/StorageErrors.js"
import { TransportError } from "../../domain/errors/TransportError.js"
import * as ForeignStorageAnswer from "../../domain/ForeignStorageAnswer.js"
import type { Platform } from "../../domain/Platform.js"
import { retryAfterMillis } from "../../domain/retryAfterMillis.js"
import * as ServerText from "../../domain/ServerText.js"
import type { ByteRange, ByteReply, ObjectVersion } from "../../services/Transport.js"

/**
 * An accepted answer. `end` is the offset after the last byte to come, where it is known. `isUnclipped`: it is all of
 * the object, as OSS gives it where a range reaches beyond the end, and the range has to be asked for again. `isPacked`: its bytes may have
 * been compressed on the way, and then say nothing of where in the object they are.
 */
export interface Opened {
  readonly end: number | undefined
  readonly version: ObjectVersion
  readonly contentType: string | undefined
  readonly isEmpty: boolean
  readonly isUnclipped: boolean
  readonly isPacked: boolean
}

/**
 * What was asked, and what is known of the object from before. `now`: epoch milliseconds at which the answer came.
 */
export interface AskedRange {
  readonly platform: Platform
  readonly fileId: string
  readonly range: ByteRange | undefined
  readonly known: ObjectVersion | undefined
  readonly now: number
  /** What the service says of the object's size, bytes. */
  readonly expected?: number | undefined
  /** The same has been answered so often that a page of another size is what the storage has. */
  readonly isCertain?: boolean
}

type ReadFailure = InvalidInput | StorageError | TransportError

/** Codes of temporary keys that have ended; S3 answers 400. */
const endedKeys = new Set(["ExpiredToken", "TokenRefreshRequired", "SecurityTokenExpired", "InvalidToken"])

const reasonOf = (status: number, code: string | undefined): StorageError["reason"] => {
  // 403 too, but of an archived object, which no other address makes readable
  if (code === "InvalidObjectState") return code
  if (status === 401 || status === 403 || endedKeys.has(code ?? "")) return "AccessDenied"
  if (status === 404) return "ObjectNotFound"
  if (status === 412) return "PreconditionFailed"
  return status === 429 || status === 503 ? "SlowDown" : "Rejected"
}

const refusalOf = (reply: ByteReply, { now, platform }: AskedRange): StorageError => {
  const code = /<Code>([^<]*)<\/Code>/.exec(reply.problem)?.[1]
  return new StorageError({
    platform,
    reason: reasonOf(reply.status, code),
    status: reply.status,
    code: ServerText.cleanIfGiven(code),
    requestId: ServerText.cleanIfGiven(reply.headers["x-amz-request-id"] ?? reply.headers["x-oss-request-id"]),
    retryAfter: retryAfterMillis(reply.headers["retry-after"], now)
  })
}

/**
 * Says whether the storage did not take the address; a fresh one may do.
 */
export const isRefusedAddress = (error: { readonly retry: string }): error is StorageError =>
  error instanceof StorageError && error.reason === "AccessDenied"

const anotherRange = "the storage did not give the range that was asked for"

const wholeInstead = "the storage gave all of the file in place of the range that was asked for"

/**
 * Says whether the storage knows no ranges, and gave all of this very object.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isWholeInstead = (error: { readonly retry: string }): error is TransportError =>
  error instanceof TransportError && error.detail === wholeInstead

/** An object may also have been stored with a coding; nobody can tell the two apart. */
const isPacked = ({ headers }: ByteReply): boolean => (headers["content-encoding"] ?? "identity") !== "identity"

/** Browsers hide Content-Range unless the storage exposes it; then the length must do. */
const lengthOf = (reply: ByteReply): number | undefined => {
  const length = Number(reply.headers["content-length"] ?? Number.NaN)
  return !isPacked(reply) && Number.isSafeInteger(length) ? length : undefined
}

const endOf = (reply: ByteReply, start: number): number | undefined => {
  const range = /^bytes \d+-(\d+)\//.exec(reply.headers["content-range"] ?? "")
  if (range?.[1] !== undefined) return Number(range[1]) + 1
  const length = lengthOf(reply)
  return length === undefined ? undefined : start + length
}

const sizeOf = (reply: ByteReply): number | undefined => {
  const total = /\/(\d+)$/.exec(reply.headers["content-range"] ?? "")
  if (total?.[1] !== undefined) return Number(total[1])
  return reply.status === 200 ? lengthOf(reply) : undefined
}

/** Several ranges in one body, between lines of text. */
const severalRanges = /^multipart\/byteranges/i

/**
 * Bytes that nobody has asked for would lie where others belong. Fewer are no harm: the rest is asked for again. Where Content-Range
 * may be hidden, the length must do; where it would be seen, a part without it may be any part.
 */
const isAnother = (reply: ByteReply, asked: ByteRange = { start: 0 }): boolean => {
  const wanted = asked.end ?? Infinity
  const range = /^bytes (\d+)-(\d+)\//.exec(reply.headers["content-range"] ?? "")
  if (range !== null) return Number(range[1]) !== asked.start || Number(range[2]) >= wanted
  if (reply.status !== 206) return false
  if (reply.showsAllHeaders === true) return true
  return (endOf(reply, asked.start) ?? 0) > wanted || severalRanges.test(reply.headers["content-type"] ?? "")
}

const reachesOut = (range: ByteRange | undefined, size: number | undefined): boolean =>
  size !== undefined && ((range?.start ?? 0) >= size || (range?.end ?? 0) > size)

const isEmptyObject = (reply: ByteReply, range: ByteRange | undefined): boolean =>
  reply.status === 416 && (range?.start ?? 0) === 0 && /^bytes \*\/0$/.test(reply.headers["content-range"] ?? "")

/** Where both ETags are seen they say it all; the time is a second exact, and differs between some mirrors. */
const differs = (known: ObjectVersion, now: ObjectVersion): boolean => {
  const both = <A>(one: A | undefined, other: A | undefined) => one !== undefined && other !== undefined
  if (both(known.size, now.size) && known.size !== now.size) return true
  if (both(known.etag, now.etag)) return known.etag !== now.etag
  return both(known.modified, now.modified) && known.modified !== now.modified
}

/** The range lies in the object as it is known, so the storage has another one by now. */
const hasShrunk = ({ known, range }: AskedRange): boolean =>
  known?.size !== undefined && (range?.start ?? 0) < known.size

const outOfRange = (asked: AskedRange): InvalidInput | StorageError =>
  hasShrunk(asked)
    ? new StorageError({ platform: asked.platform, reason: "PreconditionFailed", status: 416 })
    : new InvalidInput({ field: "range", message: "the range begins after the end of the file" })

/** All of something whose size nobody knows is no range either. */
const isOtherSize = (reply: ByteReply, { expected, isCertain, known, range }: AskedRange): boolean => {
  if (isCertain === true) return false
  const size = sizeOf(reply)
  if (size === undefined) return range !== undefined && reply.status === 200
  const wanted = known?.size ?? expected
  return wanted !== undefined && size !== wanted
}

/**
 * The ETag by which further answers can be asked for; a weak one never matches.
 */
export const strongEtag = (version: ObjectVersion | undefined): string | undefined =>
  version?.etag?.startsWith("W/") === true ? undefined : version?.etag

/**
 * Reads an answer, or says why it cannot be used. Another version than the known one is `StorageError`
 * PreconditionFailed, by the storage's own word or by comparing ETag, time and size.
 */
export const read = (reply: ByteReply, asked: AskedRange): Effect.Effect<Opened, ReadFailure> => {
  const foreign = ForeignStorageAnswer.ofBytes({ method: "GET", path: asked.fileId }, reply, isOtherSize(reply, asked))
  if (foreign !== undefined) return foreign
  const start = asked.range?.start ?? 0
  const isEmpty = isEmptyObject(reply, asked.range)
  if (reply.status === 416 && !isEmpty) return Effect.fail(outOfRange(asked))
  if (reply.status >= 300 && !isEmpty) return Effect.fail(refusalOf(reply, asked))
  const size = isEmpty ? 0 : sizeOf(reply)
  const version: ObjectVersion = {
    etag: reply.headers["etag"],
    modified: reply.headers["last-modified"],
    size
  }
  const isOther = asked.known !== undefined && differs(asked.known, version)
  const isWhole = asked.range !== undefined && reply.status === 200
  if ((isWhole && !reachesOut(asked.range, size)) || isAnother(reply, asked.range)) {
    return new TransportError({
      reason: "Status",
      method: "GET",
      path: asked.fileId,
      status: reply.status,
      detail: isWhole && !isOther && !isOtherSize(reply, asked) ? wholeInstead : anotherRange
    })
  }
  if (isOther) {
    return new StorageError({ platform: asked.platform, reason: "PreconditionFailed", status: reply.status })
  }
  if (isWhole && start > 0 && start >= (size ?? 0)) return Effect.fail(outOfRange(asked))
  return Effect.succeed({
    end: isEmpty ? 0 : endOf(reply, start),
    version,
    contentType: reply.headers["content-type"],
    isEmpty,
    isUnclipped: isWhole && start > 0,
    isPacked: isPacked(reply)
  })
}

/**
 * What is known after one more answer of the same version.
 */
export const known = (before: ObjectVersion | undefined, now: ObjectVersion): ObjectVersion => ({
  etag: before?.etag ?? now.etag,
  modified: before?.modified ?? now.modified,
  size: before?.size ?? now.size
})

/**
 * No storage may give more than it announced.
 */
export const checkPosition = (
  end: number | undefined,
  position: number,
  fileId: string
): Effect.Effect<void, IntegrityError> =>
  end === undefined || position <= end
    ? Effect.void
    : new IntegrityError({ what: "size", subject: fileId, expected: `${end}`, actual: `${position}` })
