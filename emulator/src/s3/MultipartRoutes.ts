/**
 * Requests on multipart uploads.
 */
import * as Effect from "effect/Effect"
import type { BlobPart } from "../blobs/Blob.js"
import { BlobBroken } from "../blobs/BlobErrors.js"
import * as ByteSource from "../blobs/ByteSource.js"
import { isoDate } from "../bucketHttp/isoDate.js"
import * as Xml from "../bucketHttp/Xml.js"
import * as Checksums from "./Checksums.js"
import * as Conditions from "./Conditions.js"
import * as CopySource from "./CopySource.js"
import * as MultipartChecksum from "./MultipartChecksum.js"
import { metadataOf } from "./ObjectRoutes.js"
import * as Payload from "./Payload.js"
import * as Responses from "./Responses.js"
import { type S3Error, s3Error } from "./S3Error.js"
import type { Exchange } from "./S3Exchange.js"
import { parameter, type S3Request } from "./S3Request.js"
import * as StorageClass from "./StorageClass.js"

const minimumPartSize = 5 * 1024 * 1024
const maximumPartNumber = 10_000

const uploadIdOf = (request: S3Request): string => parameter(request, "uploadId") ?? ""

const numberParameter = (
  request: S3Request,
  name: string,
  fallback: number,
  range: { readonly from: number; readonly to: number }
): Effect.Effect<number, S3Error> => {
  const value = Number(parameter(request, name) ?? fallback)
  return Number.isInteger(value) && value >= range.from && value <= range.to
    ? Effect.succeed(value)
    : Effect.fail(s3Error("InvalidArgument", `${name} must be an integer between ${range.from} and ${range.to}`))
}

const partNumberOf = (request: S3Request) =>
  numberParameter(request, "partNumber", NaN, { from: 1, to: maximumPartNumber })

/**
 * CreateMultipartUpload.
 */
export const create = Effect.fnUntraced(function*({ bucket, request }: Exchange) {
  yield* StorageClass.check(request)
  const plan = yield* MultipartChecksum.planIn(request)
  const { headers, user } = metadataOf(request)
  const metadata = { headers: { ...headers, ...MultipartChecksum.headersOf(plan) }, user }
  const upload = yield* bucket.begin({ key: request.key, metadata })
  return Responses.xml(
    "InitiateMultipartUploadResult",
    { Bucket: bucket.name, Key: request.key, UploadId: upload.uploadId },
    plan === undefined ? {} : {
      headers: { "x-amz-checksum-algorithm": plan.name.toUpperCase(), "x-amz-checksum-type": plan.type }
    }
  )
})

/**
 * UploadPart.
 */
export const putPart = Effect.fnUntraced(function*({ auth, bucket, request }: Exchange) {
  const number = yield* partNumberOf(request)
  const uploadId = uploadIdOf(request)
  const upload = yield* bucket.upload(request.key, uploadId)
  const { checksum, input } = yield* Payload.make(request, auth)
  const plan = MultipartChecksum.planOf(upload)
  yield* MultipartChecksum.checkPart(plan, checksum)
  const digests = [...input.digests ?? [], ...plan === undefined ? [] : [plan.name]]
  const part = yield* bucket.putPart({ ...input, digests, key: request.key, uploadId, number })
  const digest = checksum === undefined ? undefined : part.digests[checksum]
  return Responses.empty(200, {
    etag: Responses.quoted(part.etag),
    ...checksum === undefined || digest === undefined
      ? {}
      : { [Checksums.header(checksum)]: Checksums.base64OfHex(digest) }
  })
})

/**
 * UploadPartCopy.
 */
export const copyPart = Effect.fnUntraced(function*(exchange: Exchange) {
  const { bucket, request } = exchange
  const number = yield* partNumberOf(request)
  const uploadId = uploadIdOf(request)
  const plan = MultipartChecksum.planOf(yield* bucket.upload(request.key, uploadId))
  const { blob, read } = yield* CopySource.find(exchange)
  const range = yield* Conditions.copiedRangeOf(request.headers["x-amz-copy-source-range"], blob.size)
  const part = yield* ByteSource.reading(
    () => read(range),
    (cause) => new BlobBroken({ operation: "copyPart", cause }),
    (body) =>
      bucket.putPart({
        key: request.key,
        uploadId,
        number,
        digests: plan === undefined ? [] : [plan.name],
        size: range === undefined ? blob.size : range.end - range.start + 1,
        body
      })
  )
  return Responses.xml("CopyPartResult", {
    LastModified: isoDate(part.modified),
    ETag: Responses.quoted(part.etag),
    ...MultipartChecksum.elementsOf(part)
  })
})

const partElement = (part: BlobPart): Xml.XmlChildren => ({
  PartNumber: part.number,
  LastModified: isoDate(part.modified),
  ETag: Responses.quoted(part.etag),
  Size: part.size,
  ...MultipartChecksum.elementsOf(part)
})

/**
 * ListParts, a page of it.
 */
export const listParts = Effect.fnUntraced(function*({ bucket, request }: Exchange) {
  const limit = Math.min(1000, yield* numberParameter(request, "max-parts", 1000, { from: 0, to: 2 ** 31 }))
  const after = yield* numberParameter(request, "part-number-marker", 0, { from: 0, to: 2 ** 31 })
  const uploadId = uploadIdOf(request)
  const parts = yield* bucket.listParts(request.key, uploadId, { after, limit: limit + 1 })
  const page = parts.slice(0, limit)
  // The SDK's paginator goes on for as long as there is a next marker.
  const isTruncated = page.length < parts.length
  return Responses.xml("ListPartsResult", {
    Bucket: bucket.name,
    Key: request.key,
    UploadId: uploadId,
    StorageClass: "STANDARD",
    PartNumberMarker: after,
    NextPartNumberMarker: isTruncated ? page.at(-1)?.number : undefined,
    MaxParts: limit,
    IsTruncated: isTruncated,
    Part: page.map(partElement)
  })
})

const namedParts = (text: string): Effect.Effect<ReadonlyArray<MultipartChecksum.NamedPart>, S3Error> => {
  const root = Xml.parse(text)
  const parts = root?.name === "CompleteMultipartUpload" ? Xml.all(root, "Part") : []
  if (parts.length === 0 || parts.length > maximumPartNumber) return Effect.fail(s3Error("MalformedXML"))
  return Effect.forEach(parts, (element) => {
    const number = Number(Xml.textOf(element, "PartNumber") ?? NaN)
    const etag = Xml.textOf(element, "ETag")
    return Number.isInteger(number) && etag !== undefined
      ? Effect.succeed({ number, etag: Responses.unquoted(etag), element })
      : Effect.fail(s3Error("MalformedXML"))
  })
}

const checkParts = (
  stored: ReadonlyArray<BlobPart>,
  named: ReadonlyArray<MultipartChecksum.NamedPart>
): Effect.Effect<ReadonlyArray<BlobPart>, S3Error> => {
  const byNumber = new Map(stored.map((part) => [part.number, part]))
  const isAscending = named.every(({ number }, index) => number > (named[index - 1]?.number ?? 0))
  if (!isAscending) return Effect.fail(s3Error("InvalidPartOrder"))
  return Effect.forEach(named, ({ etag, number }, index) => {
    const part = byNumber.get(number)
    if (part === undefined || part.etag !== etag) {
      return Effect.fail(s3Error("InvalidPart", undefined, { PartNumber: String(number), ETag: etag }))
    }
    return part.size < minimumPartSize && index < named.length - 1
      ? Effect.fail(s3Error("EntityTooSmall", undefined, {
        ProposedSize: String(part.size),
        MinSizeAllowed: String(minimumPartSize),
        PartNumber: String(number),
        ETag: etag
      }))
      : Effect.succeed(part)
  })
}

const withoutChecksums = (request: S3Request): S3Request => ({
  ...request,
  headers: Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !Checksums.names.some((one) => Checksums.header(one) === name))
  )
})

const checkSize = (request: S3Request, parts: ReadonlyArray<BlobPart>): Effect.Effect<void, S3Error> => {
  const declared = request.headers["x-amz-mp-object-size"]
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  return declared === undefined || Number(declared) === size
    ? Effect.void
    : Effect.fail(s3Error("InvalidRequest", `The parts have ${size} bytes, x-amz-mp-object-size says ${declared}`))
}

/**
 * CompleteMultipartUpload. Sent again after it was done it answers as before, as long as the object is still there.
 */
export const complete = Effect.fnUntraced(function*({ auth, bucket, request }: Exchange) {
  // Checksums in the head of this request are those of the object, not of its body.
  const named = yield* namedParts(yield* Payload.text(withoutChecksums(request), auth))
  const uploadId = uploadIdOf(request)
  const condition = yield* Conditions.ofWrite(request)

  const join = Effect.gen(function*() {
    const upload = yield* bucket.upload(request.key, uploadId)
    const parts = yield* checkParts(yield* bucket.listParts(request.key, uploadId), named)
    yield* checkSize(request, parts)
    const checksum = yield* MultipartChecksum.join(request, upload, parts, named)
    return yield* bucket.complete({ key: request.key, uploadId, parts: named, condition, ...checksum })
  })

  const blob = yield* Effect.catchTag(join, "BlobNotFound", (error) =>
    bucket.head(request.key).pipe(
      Effect.filterOrFail((done) => done.uploadId === uploadId, () => error),
      Effect.mapError(() => error)
    ))
  return Responses.xml("CompleteMultipartUploadResult", {
    Location: `http://${request.headers["host"] ?? "localhost"}/${bucket.name}/${request.key}`,
    Bucket: bucket.name,
    Key: request.key,
    ETag: Responses.quoted(blob.etag),
    ...MultipartChecksum.elementsOfBlob(blob)
  })
})

/**
 * AbortMultipartUpload.
 */
export const abort = ({ bucket, request }: Exchange) =>
  Effect.as(bucket.abort(request.key, uploadIdOf(request)), Responses.empty(204))
