/**
 * Requests on one object.
 *
 * @since 1.0.7
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { Blob, BlobMetadata } from "../blobs/Blob.js"
import type { ByteRange } from "../blobs/BlobStore.js"
import * as Restores from "../bucketRules/Restores.js"
import * as Conditions from "./Conditions.js"
import * as CopySource from "./CopySource.js"
import type { Exchange } from "./Exchange.js"
import * as Payload from "./Payload.js"
import * as Responses from "./Responses.js"
import { parameter, type S3Request } from "./S3Request.js"
import * as StorageClass from "./StorageClass.js"

const metadataPrefix = "x-amz-meta-"

/**
 * What a request says about the object that it stores.
 *
 * @since 1.0.7
 * @category combinators
 */
export const metadataOf = (request: S3Request): BlobMetadata => {
  const headers: Record<string, string> = {}
  const user: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined) continue
    if (name.startsWith(metadataPrefix)) user[name.slice(metadataPrefix.length)] = value
    else if (name === "content-encoding") Object.assign(headers, withoutAwsChunked(value))
    else if (Responses.keptHeaders.includes(name)) headers[name] = value
  }
  const checksum = Payload.declaredChecksum(request)
  if (checksum !== undefined) headers["x-amz-checksum-algorithm"] = checksum
  Object.assign(headers, StorageClass.ofRequest(request))
  return { headers, user }
}

const withoutAwsChunked = (value: string): Record<string, string> => {
  const encodings = value.split(",").map((one) => one.trim()).filter((one) => one !== "aws-chunked" && one !== "")
  return encodings.length === 0 ? {} : { "content-encoding": encodings.join(", ") }
}

/**
 * PutObject.
 *
 * @since 1.0.7
 * @category combinators
 */
export const put = Effect.fnUntraced(function*({ auth, bucket, request }: Exchange) {
  yield* StorageClass.check(request)
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

/**
 * CopyObject.
 *
 * @since 1.0.7
 * @category combinators
 */
export const copy = Effect.fnUntraced(function*(exchange: Exchange) {
  const { bucket, request } = exchange
  yield* StorageClass.check(request)
  const source = yield* CopySource.find(exchange)
  const replaces = request.headers["x-amz-metadata-directive"]?.toUpperCase() === "REPLACE"
  const blob = yield* bucket.copy({
    from: source.blob,
    key: request.key,
    metadata: replaces ? metadataOf(request) : inClassOf(request, source.blob.metadata)
  })
  return Responses.xml("CopyObjectResult", {
    LastModified: Responses.isoDate(blob.modified),
    ETag: Responses.quoted(blob.etag)
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

const readHeaders = (request: S3Request, blob: Blob, range: ByteRange | undefined): Record<string, string> => {
  const wantsChecksum = request.headers["x-amz-checksum-mode"]?.toUpperCase() === "ENABLED" && range === undefined
  const headers: Record<string, string> = {
    ...Responses.objectHeaders(blob),
    ...wantsChecksum ? Responses.checksumHeaders(blob) : {},
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
 *
 * @since 1.0.7
 * @category combinators
 */
export const get = Effect.fnUntraced(function*({ bucket, request }: Exchange) {
  const { blob, read } = yield* bucket.get(request.key)
  yield* Conditions.checkRead(request, blob)
  const range = yield* Conditions.rangeOf(request.headers["range"], blob.size)
  if (request.method !== "HEAD") yield* StorageClass.requireReadable(bucket, blob)
  const headers = { ...readHeaders(request, blob, range), ...yield* StorageClass.headersOf(bucket, blob) }
  const status = range === undefined ? 200 : 206
  return request.method === "HEAD"
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.raw(read(range), { status, headers })
})

/**
 * DeleteObject: a success whether it was there or not.
 *
 * @since 1.0.7
 * @category combinators
 */
export const remove = Effect.fnUntraced(function*({ bucket, request }: Exchange) {
  yield* bucket.remove(request.key)
  yield* Restores.forget(bucket, request.key)
  return Responses.empty(204)
})
