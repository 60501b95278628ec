/**
 * Conditions and ranges of requests on one object.
 */
import * as Effect from "effect/Effect"
import type { Blob, Condition } from "../blobs/Blob.js"
import type { Bucket, ByteRange } from "../blobs/BlobStore.js"
import * as ReadConditions from "../bucketHttp/ReadConditions.js"
import { invalidArgument, OssError, ossError } from "./OssError.js"
import type { OssRequest } from "./OssRequest.js"
import { objectHeaders } from "./Responses.js"

/**
 * If-Match, If-Unmodified-Since, If-None-Match and If-Modified-Since of a read, `prefix` before their names when they
 * speak of the source of a copy.
 */
export const checkRead = (request: OssRequest, blob: Blob, prefix = ""): Effect.Effect<void, OssError> => {
  const headerOf = (name: string) => request.headers[`${prefix}${name}`]
  const verdict = ReadConditions.verdictOf(headerOf, blob, { matchWins: false })
  if (verdict === "met") return Effect.void
  return verdict === "notModified"
    ? Effect.fail(new OssError({ code: "NotModified", headers: objectHeaders(blob) }))
    : Effect.fail(ossError("PreconditionFailed", undefined, { Condition: verdict.failed }))
}

/**
 * The condition of a write: nothing may be there with `x-oss-forbid-overwrite: true`.
 */
export const ofWrite = (request: OssRequest): Effect.Effect<Condition | undefined, OssError> => {
  const name = "x-oss-forbid-overwrite"
  switch (request.headers[name]?.toLowerCase()) {
    case "true":
      return Effect.succeed({ absent: true })
    case undefined:
    case "false":
      return Effect.succeed(undefined)
    default:
      return Effect.fail(invalidArgument(name, request.headers[name], `${name} is true or false.`))
  }
}

/**
 * The condition of a request whose write comes later, or is another object's: FileAlreadyExists when something is there
 * and `x-oss-forbid-overwrite` is true.
 */
export const checkWrite = (request: OssRequest, bucket: Bucket, key: string): Effect.Effect<void, OssError> =>
  Effect.flatMap(ofWrite(request), (condition) =>
    condition === undefined ? Effect.void : bucket.head(key).pipe(
      Effect.zipRight(Effect.fail(ossError("FileAlreadyExists", undefined, { Key: key }))),
      Effect.catchTag("BlobNotFound", () => Effect.void)
    ))

const unsatisfiable = (range: string, size: number): OssError =>
  new OssError({
    code: "InvalidRange",
    fields: { ActualObjectSize: String(size), RangeRequested: range },
    headers: { "content-range": `bytes */${size}` }
  })

/**
 * The bytes that a Range header asks for; `undefined` for the whole. OSS answers a range that reaches out of the object
 * with the whole of it, unless the request says `x-oss-range-behavior: standard`. Of several ranges it takes the first.
 */
export const rangeOf = (
  request: OssRequest,
  blob: Pick<Blob, "etag" | "modified" | "size">
): Effect.Effect<ByteRange | undefined, OssError> => {
  const { size } = blob
  const header = ReadConditions.rangeAsked((name) => request.headers[name], blob)?.trim() ?? ""
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)(?:\s*,.*)?$/.exec(header) ?? []
  const isReversed = first !== "" && last !== "" && Number(last) < Number(first)
  if ((first === "" && last === "") || isReversed) return Effect.succeed(undefined)
  const isStandard = request.headers["x-oss-range-behavior"]?.toLowerCase() === "standard"
  if (first === "") {
    const count = Number(last)
    const isInside = count > 0 && size > 0 && (count <= size || isStandard)
    if (isInside) return Effect.succeed({ start: Math.max(0, size - count), end: size - 1 })
    return isStandard ? Effect.fail(unsatisfiable(header, size)) : Effect.succeed(undefined)
  }
  const [start, end] = [Number(first), last === "" ? size - 1 : Number(last)]
  if (start < size && (end < size || isStandard)) return Effect.succeed({ start, end: Math.min(end, size - 1) })
  return isStandard ? Effect.fail(unsatisfiable(header, size)) : Effect.succeed(undefined)
}
