/**
 * Conditions and ranges of requests on one object.
 */
import * as Effect from "effect/Effect"
import type { Blob, Condition } from "../blobs/Blob.js"
import type { ByteRange } from "../blobs/BlobStore.js"
import { unquoted } from "../bucketHttp/ReadConditions.js"
import * as ReadConditions from "../bucketHttp/ReadConditions.js"
import { objectHeaders } from "./Responses.js"
import { S3Error, s3Error } from "./S3Error.js"
import type { S3Request } from "./S3Request.js"

/**
 * If-Match, If-Unmodified-Since, If-None-Match and If-Modified-Since of a read, `prefix` before their names when they
 * speak of the source of a copy.
 */
export const checkRead = (
  request: Pick<S3Request, "headers">,
  blob: Blob,
  prefix = ""
): Effect.Effect<void, S3Error> => {
  const verdict = ReadConditions.verdictOf((name) => request.headers[`${prefix}${name}`], blob)
  if (verdict === "met") return Effect.void
  return verdict === "notModified" && prefix === ""
    ? Effect.fail(new S3Error({ code: "NotModified", headers: objectHeaders(blob) }))
    : Effect.fail(s3Error("PreconditionFailed"))
}

/**
 * The condition of a write: If-None-Match or If-Match, each with `*` or one ETag.
 */
export const ofWrite = (request: S3Request): Effect.Effect<Condition | undefined, S3Error> => {
  const absent = request.headers["if-none-match"]
  const etag = request.headers["if-match"]
  if (absent !== undefined && etag !== undefined) return Effect.fail(s3Error("NotImplemented"))
  if (absent !== undefined) {
    return Effect.succeed(absent.trim() === "*" ? { absent: true } : { etagNot: unquoted(absent) })
  }
  if (etag === undefined) return Effect.succeed(undefined)
  return Effect.succeed(etag.trim() === "*" ? { present: true } : { etag: unquoted(etag) })
}

/**
 * The bytes of the source that a part is copied from; `undefined` for all. The header has both ends, which must be there.
 */
export const copiedRangeOf = (
  header: string | undefined,
  size: number
): Effect.Effect<ByteRange | undefined, S3Error> => {
  if (header === undefined) return Effect.succeed(undefined)
  const match = /^bytes=(\d+)-(\d+)$/.exec(header.trim())
  const [start, end] = [Number(match?.[1]), Number(match?.[2])]
  if (match === null || start > end) {
    const detail =
      "The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the " +
      "zero-based offsets of the first and last bytes to copy"
    return Effect.fail(s3Error("InvalidArgument", detail, { ArgumentName: "x-amz-copy-source-range" }))
  }
  return end < size
    ? Effect.succeed({ start, end })
    : Effect.fail(s3Error("InvalidRange", `Range specified is not valid for source object of size: ${size}`))
}

/**
 * The bytes that a Range header asks for; `undefined` for the whole, which a header that cannot be read means too.
 */
export const rangeOf = (header: string | undefined, size: number): Effect.Effect<ByteRange | undefined, S3Error> => {
  const range = ReadConditions.rangeOf(header, size)
  return range !== "unsatisfiable" ? Effect.succeed(range) : Effect.fail(
    new S3Error({
      code: "InvalidRange",
      fields: { RangeRequested: header ?? "", ActualObjectSize: String(size) },
      headers: { "content-range": `bytes */${size}` }
    })
  )
}
