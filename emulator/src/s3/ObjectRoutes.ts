/**
 * Requests on one object.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { Blob, BlobMetadata, JoinedPart } from "../blobs/Blob.js"
import type { Bucket, ByteRange } from "../blobs/BlobStore.js"
import { rangeAsked } from "../bucketHttp/ReadConditions.js"
import * as StoredHeaders from "../bucketHttp/StoredHeaders.js"
import { isoDate } from "../bucketHttp/Xml.js"
import * as Restores from "../bucketRules/Restores.js"
import * as Checksums from "./Checksums.js"
import * as Conditions from "./Conditions.js"
import * as CopySource from "./CopySource.js"
import * as MultipartChecksum from "./MultipartChecksum.js"
import * as Payload from "./Payload.js"
import * as Removal from "./Removal.js"
import * as Responses from "./Responses.js"
import { type S3Error, s3Error } from "./S3Error.js"
import type { Exchange } from "./S3Request.js"
import { parameter, type S3Request } from "./S3Request.js"
import * as StorageClass from "./StorageClass.js"
import * as Versions from "./Versions.js"

/**
 * What a request says about the object that it stores.
 */
export const metadataOf = (request: S3Request): BlobMetadata => {
  const { headers: { "content-encoding": encoding, ...kept }, user } = StoredHeaders.read(
    request.headers,
    Responses.metadataPrefix
  )
  const checksum = Checksums.declared(request)
  const headers = {
    ...kept,
    ...encoding === undefined ? {} : withoutAwsChunked(encoding),
    ...checksum === undefined ? {} : { "x-amz-checksum-algorithm": checksum },
    ...StorageClass.ofRequest(request)
  }
  return { headers, user }
}

const withoutAwsChunked = (value: string): Record<string, string> => {
  const encodings = value.split(",").map((one) => one.trim()).filter((one) => one !== "aws-chunked" && one !== "")
  return encodings.length === 0 ? {} : { "content-encoding": encodings.join(", ") }
}

/**
 * PutObject.
 */
export const put = Effect.fnUntraced(function*({ auth, bucket, request }: Exchange) {
  yield* StorageClass.check(request)
  yield* Versions.checkLoss(bucket, request.key)
  const { input } = yield* Payload.make(request, auth)
  const condition = yield* Conditions.ofWrite(request)
  const blob = yield* bucket.put({ ...input, key: request.key, metadata: metadataOf(request), condition })
  return Responses.empty(200, { etag: Responses.quoted(blob.etag), ...Responses.checksumHeaders(blob) })
})

/** A copy does not take the storage class along. */
const inClassOf = (request: S3Request, { headers, user }: BlobMetadata): BlobMetadata => {
  const { [Restores.storageClassHeader]: _, ...others } = headers
  return { headers: { ...others, ...StorageClass.ofRequest(request) }, user }
}

const replacesMetadata = ({ headers }: S3Request): Effect.Effect<boolean, S3Error> => {
  const directive = headers["x-amz-metadata-directive"]?.toUpperCase() ?? "COPY"
  return directive === "COPY" || directive === "REPLACE"
    ? Effect.succeed(directive === "REPLACE")
    : Effect.fail(
      s3Error("InvalidArgument", "Unknown metadata directive.", { ArgumentName: "x-amz-metadata-directive" })
    )
}

const nothingChanges =
  "This copy request is illegal because it is trying to copy an object to itself without changing " +
  "the object's metadata, storage class, website redirect location or encryption attributes."

const isOntoItself = (
  { bucket, request }: Exchange,
  source: { readonly bucket: Bucket; readonly blob: Blob }
): boolean =>
  source.bucket.name === bucket.name && source.blob.key === request.key &&
  request.headers["x-amz-storage-class"] === undefined && Checksums.declared(request) === undefined

/** A copy has the checksum that is asked for, of the whole object, or else that of its source. */
const withChecksumOf = (
  from: Blob,
  asked: Checksums.ChecksumName | undefined,
  metadata: BlobMetadata
): BlobMetadata => {
  const isOfChecksum = (name: string) => Checksums.headers.includes(name)
  const others = Object.entries(metadata.headers).filter(([name]) => !isOfChecksum(name))
  const kept = asked === undefined
    ? Object.entries(from.metadata.headers).filter(([name]) => isOfChecksum(name))
    : [["x-amz-checksum-algorithm", asked] as const]
  return { headers: Object.fromEntries([...others, ...kept]), user: metadata.user }
}

/**
 * CopyObject.
 */
export const copy = Effect.fnUntraced(function*(exchange: Exchange) {
  const { bucket, request } = exchange
  yield* StorageClass.check(request)
  const replaces = yield* replacesMetadata(request)
  const condition = yield* Conditions.ofWrite(request)
  const source = yield* CopySource.find(exchange)
  if (!replaces && isOntoItself(exchange, source)) return yield* s3Error("InvalidRequest", nothingChanges)
  yield* Versions.checkLoss(bucket, request.key)
  const asked = Checksums.declared(request)
  const digests = asked === undefined
    ? source.blob.digests
    : { ...source.blob.digests, [asked]: yield* source.bucket.digest(source.blob.key, asked) }
  const metadata = replaces ? metadataOf(request) : inClassOf(request, source.blob.metadata)
  const blob = yield* bucket.copy({
    from: { ...source.blob, digests },
    key: request.key,
    metadata: withChecksumOf(source.blob, asked, metadata),
    condition
  })
  return Responses.xml("CopyObjectResult", {
    LastModified: isoDate(blob.modified),
    ETag: Responses.quoted(blob.etag),
    ...MultipartChecksum.elementsOfBlob(blob)
  })
})

const overrides: ReadonlyArray<readonly [parameter: string, header: string]> = [
  ["response-content-type", "content-type"],
  ["response-content-disposition", "content-disposition"],
  ["response-content-encoding", "content-encoding"],
  ["response-content-language", "content-language"],
  ["response-cache-control", "cache-control"],
  ["response-expires", "expires"]
]

/** What a read asks for: a range of bytes, one part, or all. */
interface Asked {
  readonly range?: ByteRange | undefined
  readonly part?: JoinedPart | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** An object that was stored whole is its only part. */
const partOf = (blob: Blob, number: string): Effect.Effect<Asked, S3Error> => {
  const parts = blob.parts ?? [{ size: blob.size, digests: blob.digests }]
  const index = Number(number) - 1
  const part = parts[index]
  if (part === undefined) return Effect.fail(s3Error("InvalidPart", undefined, { PartNumber: number }))
  const start = parts.slice(0, index).reduce((sum, one) => sum + one.size, 0)
  const headers: Record<string, string> = blob.parts === undefined
    ? {}
    : { "x-amz-mp-parts-count": String(parts.length) }
  if (blob.size === 0) return Effect.succeed({ part, headers })
  return part.size === 0
    ? Effect.fail(s3Error("InvalidRange", "The part has no bytes."))
    : Effect.succeed({ range: { start, end: start + part.size - 1 }, part, headers })
}

const askedIn = (request: S3Request, blob: Blob): Effect.Effect<Asked, S3Error> => {
  const number = parameter(request, "partNumber")
  const range = rangeAsked((name) => request.headers[name], blob)
  if (number === undefined) {
    return Effect.map(Conditions.rangeOf(range, blob.size), (found) => ({ range: found, headers: {} }))
  }
  return range === undefined
    ? partOf(blob, number)
    : Effect.fail(s3Error("InvalidRequest", "Cannot specify both Range header and partNumber query parameter"))
}

const checksumHeadersOf = (request: S3Request, blob: Blob, { part, range }: Asked): Record<string, string> => {
  if (request.headers["x-amz-checksum-mode"]?.toUpperCase() !== "ENABLED") return {}
  if (part !== undefined && blob.parts !== undefined) return Responses.partChecksumHeaders(blob, part)
  return range === undefined || part !== undefined ? Responses.checksumHeaders(blob) : {}
}

const readHeaders = (request: S3Request, blob: Blob, asked: Asked): Record<string, string> => {
  const { range } = asked
  const headers: Record<string, string> = {
    ...Responses.objectHeaders(blob),
    ...asked.headers,
    ...checksumHeadersOf(request, blob, asked),
    "content-length": String(range === undefined ? blob.size : range.end - range.start + 1)
  }
  if (range !== undefined) headers["content-range"] = `bytes ${range.start}-${range.end}/${blob.size}`
  for (const [name, header] of overrides) {
    const value = parameter(request, name)
    if (value !== undefined) headers[header] = value
  }
  return headers
}

/**
 * GetObject and HeadObject.
 */
export const get = Effect.fnUntraced(function*({ bucket, request }: Exchange) {
  const { blob, read } = yield* bucket.get(request.key)
  yield* Conditions.checkRead(request, blob)
  const asked = yield* askedIn(request, blob)
  if (request.method !== "HEAD") yield* StorageClass.requireReadable(bucket, blob)
  const headers = { ...readHeaders(request, blob, asked), ...yield* StorageClass.headersOf(bucket, blob) }
  const status = asked.range === undefined ? 200 : 206
  return request.method === "HEAD"
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.raw(read(asked.range), { status, headers })
})

/**
 * DeleteObject: a success whether it was there or not.
 */
export const remove = ({ bucket, request }: Exchange) =>
  Effect.as(Removal.remove(bucket, request.key, Removal.namedBy(request)), Responses.empty(204))

/**
 * GetObjectTagging: an empty set, as no tags are kept.
 */
export const getTagging = ({ bucket, request }: Exchange) =>
  Effect.as(bucket.head(request.key), Responses.xml("Tagging", { TagSet: "" }))
