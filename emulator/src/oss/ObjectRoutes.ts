/**
 * Requests on one object.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { Blob, BlobMetadata } from "../blobs/Blob.js"
import type { Bucket, ByteRange } from "../blobs/BlobStore.js"
import * as StoredHeaders from "../bucketHttp/StoredHeaders.js"
import * as Restores from "../bucketRules/Restores.js"
import { parameter } from "../http/RequestTarget.js"
import * as Conditions from "./Conditions.js"
import { type OssError, ossError } from "./OssError.js"
import type { Exchange, OssRequest } from "./OssRequest.js"
import * as Payload from "./Payload.js"
import * as Responses from "./Responses.js"
import * as StorageClass from "./StorageClass.js"
import * as UploadCallback from "./UploadCallback.js"
import * as Versions from "./Versions.js"

/** Smaller ones go out as they are. */
const leastToCompress = 1024

const textTypes = new Set([
  ..."text/cache-manifest text/xml text/css text/html text/plain text/json".split(" "),
  ..."application/javascript application/x-javascript application/rss+xml application/json".split(" ")
])

const takesGzip = (accepted: string): boolean =>
  accepted.split(",").some((one) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(one))

/**
 * Says whether the answer about a whole object is compressed: it is a text of 1 KiB at least, and the request takes gzip.
 * `headers` are those of the answer as it is.
 */
const isCompressed = (request: OssRequest, headers: Readonly<Record<string, string>>): boolean => {
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? ""
  return request.headers["range"] === undefined && takesGzip(request.headers["accept-encoding"] ?? "") &&
    textTypes.has(type) && Number(headers["content-length"]) >= leastToCompress &&
    headers["content-encoding"] === undefined
}

/** From those of the answer as it is. Nothing in them tells how long the object is, or which version. */
const compressedHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> => {
  const { "accept-ranges": _ranges, "content-length": _length, etag: _etag, ...kept } = headers
  return { ...kept, "content-encoding": "gzip", vary: "Accept-Encoding" }
}

const gzip = (): ReadableWritablePair<Uint8Array, Uint8Array> =>
  // Its type excludes bytes in shared memory, in which no store keeps any.
  new CompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>

/**
 * What a request says about the object that it stores.
 */
export const metadataOf = (request: OssRequest, bucket: Bucket): Effect.Effect<BlobMetadata, OssError> =>
  Effect.map(StorageClass.requested(request, bucket), (storageClass) => {
    const { headers, user } = StoredHeaders.read(request.headers, Responses.metadataPrefix)
    return { headers: { ...headers, ...storageClass }, user }
  })

/**
 * PutObject.
 */
export const put = Effect.fnUntraced(function*(exchange: Exchange) {
  const { bucket, key, request } = exchange
  const input = yield* Payload.make(request)
  const condition = yield* Conditions.ofWrite(request)
  const metadata = yield* metadataOf(request, bucket)
  yield* Versions.checkLoss(bucket, key)
  return yield* UploadCallback.storing(exchange, {
    operation: "PutObject",
    store: bucket.put({ ...input, key, metadata, condition }),
    headers: (blob) => ({
      etag: Responses.etagOf(blob),
      "content-md5": Buffer.from(blob.etag, "hex").toString("base64"),
      ...Responses.crc64Header(blob.digests.crc64)
    }),
    plain: (_, headers) => Responses.empty(200, headers)
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

const readHeaders = Effect.fnUntraced(function*(
  { bucket, request }: Exchange,
  blob: Blob,
  range: ByteRange | undefined
) {
  const headers: Record<string, string> = {
    ...Responses.objectHeaders(blob, yield* bucket.digest(blob.key, "crc64")),
    "content-length": String(range === undefined ? blob.size : range.end - range.start + 1)
  }
  if (range !== undefined) headers["content-range"] = `bytes ${range.start}-${range.end}/${blob.size}`
  for (const [name, header] of overrides) {
    const value = parameter(request, name)
    if (value !== undefined) headers[header] = value
  }
  return headers
})

/**
 * Fails with InvalidObjectState when the object is archived and not restored.
 */
export const checkReadable = (bucket: Bucket, blob: Blob): Effect.Effect<void, OssError> =>
  StorageClass.isArchived(blob)
    ? Effect.flatMap(
      Restores.stateOf(bucket, blob),
      (state) => state._tag === "Restored" ? Effect.void : Effect.fail(ossError("InvalidObjectState"))
    )
    : Effect.void

/**
 * GetObject. An archived object has to be restored first.
 */
export const get = Effect.fnUntraced(function*(exchange: Exchange) {
  const { bucket, key, request } = exchange
  const { blob, read } = yield* bucket.get(key)
  yield* Conditions.checkRead(request, blob)
  yield* checkReadable(bucket, blob)
  const range = yield* Conditions.rangeOf(request, blob)
  const headers = yield* readHeaders(exchange, blob, range)
  if (isCompressed(request, headers)) {
    return HttpServerResponse.raw(read(undefined).pipeThrough(gzip()), {
      status: 200,
      headers: compressedHeaders(headers)
    })
  }
  return HttpServerResponse.raw(read(range), { status: range === undefined ? 200 : 206, headers })
})

/**
 * HeadObject and GetObjectMeta.
 */
export const head = Effect.fnUntraced(function*(exchange: Exchange) {
  const { bucket, key, request } = exchange
  const blob = yield* bucket.head(key)
  yield* Conditions.checkRead(request, blob)
  const restore = Restores.textOf(yield* Restores.stateOf(bucket, blob))
  const headers = yield* readHeaders(exchange, blob, undefined)
  return Responses.empty(200, {
    ...isCompressed(request, headers) ? compressedHeaders(headers) : headers,
    ...restore === undefined ? {} : { "x-oss-restore": restore }
  })
})

/**
 * DeleteObject: a success whether it was there or not.
 */
export const remove = ({ bucket, key }: Exchange) =>
  Versions.checkLoss(bucket, key).pipe(
    Effect.zipRight(bucket.remove(key)),
    Effect.zipRight(Restores.forget(bucket, key)),
    Effect.as(Responses.empty(204))
  )
