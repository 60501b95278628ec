/**
 * Requests that store bytes of another object: CopyObject and UploadPartCopy.
 */
import * as Effect from "effect/Effect"
import { allows } from "../AccessKeys.js"
import { BlobBroken } from "../blobs/BlobErrors.js"
import type { ByteRange } from "../blobs/BlobStore.js"
import * as ByteSource from "../blobs/ByteSource.js"
import { isoDate } from "../bucketHttp/Xml.js"
import { storageClassHeader } from "../bucketRules/Restores.js"
import { parameter } from "../http/RequestTarget.js"
import * as Conditions from "./Conditions.js"
import { partNumberOf } from "./MultipartRoutes.js"
import { checkReadable, metadataOf } from "./ObjectRoutes.js"
import { invalidArgument, type OssError, ossError } from "./OssError.js"
import type { Exchange, OssRequest } from "./OssRequest.js"
import * as Responses from "./Responses.js"
import * as Versions from "./Versions.js"

const header = "x-oss-copy-source"

export const isNamed = ({ request }: Pick<Exchange, "request">): boolean => request.headers[header] !== undefined

/** Finds what `x-oss-copy-source` names, in any bucket that the sender may use, and checks its conditions. */
const sourceOf = Effect.fnUntraced(function*({ request, sender, store }: Exchange) {
  const given = request.headers[header] ?? ""
  if (given.includes("?versionId=")) return yield* ossError("NotImplemented", undefined, { Header: "versionId" })
  const text = yield* Effect.try({
    try: () => decodeURIComponent(given),
    catch: () => invalidArgument(header, given, "The copy source must be encoded for a URL.")
  })
  const [, name, key] = /^\/?([^/]+)\/(.+)$/s.exec(text) ?? []
  if (name === undefined || key === undefined) {
    return yield* invalidArgument(header, given, "The copy source must name a bucket and an object.")
  }
  if (!allows(sender, name)) return yield* ossError("AccessDenied", "You have no right to access this bucket.")
  const bucket = yield* store.bucket(name)
  const found = yield* bucket.get(key)
  yield* Conditions.checkRead(request, found.blob, `${header}-`)
  yield* checkReadable(bucket, found.blob)
  return { ...found, bucket }
})

/**
 * CopyObject.
 */
export const copy = Effect.fnUntraced(function*(exchange: Exchange) {
  const { bucket, key, request } = exchange
  const directive = request.headers["x-oss-metadata-directive"]?.toUpperCase() ?? "COPY"
  if (directive !== "COPY" && directive !== "REPLACE") {
    return yield* invalidArgument("x-oss-metadata-directive", directive, "The directive is COPY or REPLACE.")
  }
  const source = yield* sourceOf(exchange)
  yield* Conditions.checkWrite(request, bucket, key)
  yield* Versions.checkLoss(bucket, key)
  // The copy's storage class is the one that this request asks for, whatever the source's is.
  const asked = yield* metadataOf(request, bucket)
  const kept = source.blob.metadata
  const metadata = directive === "REPLACE" ? asked : {
    user: kept.user,
    headers: {
      ...Object.fromEntries(Object.entries(kept.headers).filter(([name]) => name !== storageClassHeader)),
      ...Object.fromEntries(Object.entries(asked.headers).filter(([name]) => name === storageClassHeader))
    }
  }
  const blob = yield* bucket.copy({ from: source.blob, key, metadata })
  return Responses.xml("CopyObjectResult", {
    LastModified: isoDate(blob.modified),
    ETag: Responses.etagOf(blob)
  }, { headers: Responses.crc64Header(blob.digests.crc64) })
})

/** Unlike a read, a range that the source does not hold is refused. */
const copiedRange = (request: OssRequest, size: number): Effect.Effect<ByteRange | undefined, OssError> => {
  const given = request.headers[`${header}-range`]
  if (given === undefined) return Effect.succeed(undefined)
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(given) ?? []
  return start !== undefined && end !== undefined && Number(start) <= Number(end) && Number(end) < size
    ? Effect.succeed({ start: Number(start), end: Number(end) })
    : Effect.fail(invalidArgument(`${header}-range`, given, "The range is not one of the source."))
}

/**
 * UploadPartCopy.
 */
export const copyPart = Effect.fnUntraced(function*(exchange: Exchange) {
  const { bucket, key, request } = exchange
  const number = yield* partNumberOf(request)
  const { blob, read } = yield* sourceOf(exchange)
  const range = yield* copiedRange(request, blob.size)
  const part = yield* ByteSource.reading(
    () => read(range),
    (cause) => new BlobBroken({ operation: "copyPart", cause }),
    (body) =>
      bucket.putPart({
        key,
        uploadId: parameter(request, "uploadId") ?? "",
        number,
        digests: ["crc64"],
        size: range === undefined ? blob.size : range.end - range.start + 1,
        body
      })
  )
  return Responses.xml("CopyPartResult", {
    LastModified: isoDate(part.modified),
    ETag: Responses.etagOf(part)
  }, { headers: { etag: Responses.etagOf(part), ...Responses.crc64Header(part.digests.crc64) } })
})
