/**
 * What the answer to a (ranged) GET says about the object.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { IntegrityError, StorageError } from "../../domain/errors/StorageErrors.js"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { Platform } from "../../domain/Platform.js"
import type { ByteRange, ByteReply } from "../Transport.js"

/**
 * An accepted answer. `end` is the offset after the last byte to come, where it is known; `version` tells versions of the
 * object apart.
 *
 * @since 1.0.7
 * @category models
 */
export interface Opened {
  readonly end: number | undefined
  readonly etag: string | undefined
  readonly version: string | undefined
  readonly contentType: string | undefined
  readonly isEmpty: boolean
}

/**
 * What was asked.
 *
 * @since 1.0.7
 * @category models
 */
export interface AskedRange {
  readonly platform: Platform
  readonly fileId: string
  readonly range: ByteRange | undefined
  readonly earlier: Opened | undefined
}

type ReadFailure = InvalidInput | StorageError | TransportError

const retryAfter = (reply: ByteReply): number | undefined => {
  const seconds = Number(reply.headers["retry-after"] ?? Number.NaN)
  return Number.isNaN(seconds) ? undefined : seconds * 1000
}

const reasonOf = (status: number): StorageError["reason"] => {
  if (status === 401 || status === 403) return "AccessDenied"
  if (status === 404) return "ObjectNotFound"
  if (status === 412) return "PreconditionFailed"
  return status === 429 || status === 503 ? "SlowDown" : "Rejected"
}

const refused = (reply: ByteReply, platform: Platform): StorageError =>
  new StorageError({
    platform,
    reason: reasonOf(reply.status),
    status: reply.status,
    code: /<Code>([^<]*)<\/Code>/.exec(reply.problem)?.[1],
    requestId: reply.headers["x-amz-request-id"] ?? reply.headers["x-oss-request-id"],
    retryAfter: retryAfter(reply)
  })

/**
 * Says whether the storage did not take the address; a fresh one may do.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isRefusedAddress = (error: { readonly retry: string }): boolean =>
  error instanceof StorageError && error.reason === "AccessDenied"

/** Browsers hide Content-Range unless the storage exposes it; then the length must do. */
const endOf = (reply: ByteReply, start: number): number | undefined => {
  const range = /^bytes \d+-(\d+)\//.exec(reply.headers["content-range"] ?? "")
  if (range?.[1] !== undefined) return Number(range[1]) + 1
  const encoding = reply.headers["content-encoding"] ?? "identity"
  const length = Number(reply.headers["content-length"] ?? Number.NaN)
  return encoding === "identity" && Number.isSafeInteger(length) ? start + length : undefined
}

const startsElsewhere = (reply: ByteReply, start: number): boolean => {
  const range = /^bytes (\d+)-/.exec(reply.headers["content-range"] ?? "")
  return range !== null && Number(range[1]) !== start
}

const isEmptyObject = (reply: ByteReply, range: ByteRange | undefined): boolean =>
  reply.status === 416 && (range?.start ?? 0) === 0 && /^bytes \*\/0$/.test(reply.headers["content-range"] ?? "")

/**
 * Reads an answer, or says why it cannot be used.
 *
 * @since 1.0.7
 * @category combinators
 */
export const read = (reply: ByteReply, asked: AskedRange): Effect.Effect<Opened, ReadFailure> => {
  const start = asked.range?.start ?? 0
  const isEmpty = isEmptyObject(reply, asked.range)
  if (reply.status === 416 && !isEmpty) {
    return new InvalidInput({ field: "range", message: "the range begins after the end of the file" })
  }
  if (reply.status >= 300 && !isEmpty) return Effect.fail(refused(reply, asked.platform))
  if ((asked.range !== undefined && reply.status === 200) || startsElsewhere(reply, start)) {
    return new TransportError({
      reason: "Status",
      method: "GET",
      path: asked.fileId,
      status: reply.status,
      detail: "the storage did not give the range that was asked for"
    })
  }
  const etag = reply.headers["etag"]
  const version = etag ?? reply.headers["last-modified"]
  if (asked.earlier?.version !== undefined && version !== undefined && asked.earlier.version !== version) {
    return new StorageError({ platform: asked.platform, reason: "PreconditionFailed", status: reply.status })
  }
  return Effect.succeed({
    end: isEmpty ? 0 : endOf(reply, start),
    // A weak ETag never matches.
    etag: etag?.startsWith("W/") === true ? undefined : etag,
    version,
    contentType: reply.headers["content-type"],
    isEmpty
  })
}

/**
 * No storage may give more than it announced.
 *
 * @since 1.0.7
 * @category combinators
 */
export const checkPosition = (
  opened: Opened | undefined,
  position: number,
  fileId: string
): Effect.Effect<void, IntegrityError> =>
  opened?.end === undefined || position <= opened.end
    ? Effect.void
    : new IntegrityError({ what: "size", subject: fileId, expected: `${opened.end}`, actual: `${position}` })
