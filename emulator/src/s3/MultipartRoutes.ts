/**
 * Requests on multipart uploads.
 */
import * as Effect from "effect/Effect"
import type { BlobPart } from "../blobs/Blob.js"
import { BlobBroken } from "../blobs/BlobErrors.js"
import * as ByteSource from "../blobs/ByteSource.js"
import * as PartList from "../bucketHttp/PartList.js"
import { isoDate } from "../bucketHttp/Xml.js"
import type * as Xml from "../bucketHttp/Xml.js"
import * as Checksums from "./Checksums.js"
import * as Conditions from "./Conditions.js"
import * as CopySource from "./CopySource.js"
import * as MultipartChecksum from "./MultipartChecksum.js"
import { metadataOf } from "./ObjectRoutes.js"
import * as Payload from "./Payload.js"
import * as Responses from "./Responses.js"
import { type S3Error, s3Error } from "./S3Error.js"
import type { Exchange } from "./S3Request.js"
import { numberIn, parameter, type S3Request } from "./S3Request.js"
import * as StorageClass from "./StorageClass.js"
import * as Versions from "./Versions.js"

const minimumPartSize = 5 * 1024 * 1024

const uploadIdOf = (request: S3Request): string => parameter(request, "uploadId") ?? ""

const partNumberOf = (request: S3Request) => numberIn(request, "partNumber", { from: 1, to: PartList.mostParts })

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
  ...PartList.elementOf(part, Responses.quoted(part.etag)),
  ...MultipartChecksum.elementsOf(part)
})

/**
 * ListParts, a page of it.
 */
export const listParts = Effect.fnUntraced(function*({ bucket, request }: Exchange) {
  const limit = Math.min(1000, yield* numberIn(request, "max-parts", { fallback: 1000, from: 0, to: 2 ** 31 }))
  const after = yield* numberIn(request, "part-number-marker", { fallback: 0, from: 0, to: 2 ** 31 })
  const uploadId = uploadIdOf(request)
  const parts = yield* bucket.listParts(request.key, uploadId, { after, limit: limit + 1 })
  const page = parts.slice(0, limit)
  // The SDK's paginator continues for as long as there is a next marker.
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
    ...MultipartChecksum.elementsOfPlan(MultipartChecksum.planOf(yield* bucket.upload(request.key, uploadId))),
    Part: page.map(partElement)
  })
})

/** The parts that are joined: each is there as it is named, in order, and all but the last are large enough. */
const checkParts = (
  stored: ReadonlyArray<BlobPart>,
  named: ReadonlyArray<PartList.NamedPart>
): Effect.Effect<ReadonlyArray<BlobPart>, S3Error> => {
  const found = PartList.find(named, stored, minimumPartSize)
  if (!("_tag" in found)) return Effect.succeed(found)
  switch (found._tag) {
    case "OutOfOrder":
      return Effect.fail(s3Error("InvalidPartOrder"))
    case "NotThere": {
      const { etag, number } = found.part
      return Effect.fail(s3Error("InvalidPart", undefined, { PartNumber: String(number), ETag: etag }))
    }
    case "TooSmall": {
      const { etag, number, size } = found.part
      return Effect.fail(s3Error("EntityTooSmall", undefined, {
        ProposedSize: String(size),
        MinSizeAllowed: String(minimumPartSize),
        PartNumber: String(number),
        ETag: etag
      }))
    }
  }
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
  const named = PartList.read(yield* Payload.text(withoutChecksums(request), auth))
  if (named === undefined) return yield* s3Error("MalformedXML")
  const uploadId = uploadIdOf(request)
  const condition = yield* Conditions.ofWrite(request)

  const join = Effect.gen(function*() {
    const upload = yield* bucket.upload(request.key, uploadId)
    yield* Versions.checkLoss(bucket, request.key)
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
