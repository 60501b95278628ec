/**
 * Requests on multipart uploads.
 */
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { BlobPart } from "../blobs/Blob.js"
import type { Digests } from "../blobs/Blob.js"
import * as Crc64 from "../blobs/Crc64.js"
import * as PartList from "../bucketHttp/PartList.js"
import { encodePath } from "../bucketHttp/SigningText.js"
import type * as Xml from "../bucketHttp/Xml.js"
import { parameter } from "../http/RequestTarget.js"
import * as Conditions from "./Conditions.js"
import * as KeyEncoding from "./KeyEncoding.js"
import { metadataOf } from "./ObjectRoutes.js"
import { invalidArgument, type OssError, ossError } from "./OssError.js"
import type { Exchange, OssRequest } from "./OssRequest.js"
import * as Parameters from "./Parameters.js"
import * as Payload from "./Payload.js"
import * as Responses from "./Responses.js"
import * as UploadCallback from "./UploadCallback.js"
import * as Versions from "./Versions.js"

/**
 * The MD5 of the parts' MD5s as text, in upper-case hex, then how many they are; S3 takes the MD5 of their bytes.
 */
export const joinedEtag = (parts: ReadonlyArray<{ readonly etag: string; readonly digests: Digests }>): string => {
  const text = parts.map(({ digests, etag }) => (digests.md5 ?? etag).toUpperCase()).join("")
  return `${createHash("md5").update(text).digest("hex")}-${parts.length}`
}

const minimumPartSize = 100 * 1024

const uploadIdOf = (request: OssRequest): string => parameter(request, "uploadId") ?? ""

/**
 * The number of the part that a request is about: 1 to 10,000.
 */
export const partNumberOf = (request: OssRequest): Effect.Effect<number, OssError> =>
  Parameters.number(request, "partNumber", { from: 1, to: PartList.mostParts })

/**
 * InitiateMultipartUpload.
 */
export const create = Effect.fnUntraced(function*({ bucket, key, request }: Exchange) {
  const metadata = yield* metadataOf(request, bucket)
  const { spell, type } = yield* KeyEncoding.of(request)
  yield* Conditions.checkWrite(request, bucket, key)
  const { uploadId } = yield* bucket.begin({ key, metadata })
  return Responses.xml("InitiateMultipartUploadResult", {
    EncodingType: type,
    Bucket: bucket.name,
    Key: spell(key),
    UploadId: uploadId
  })
})

/**
 * UploadPart.
 */
export const putPart = Effect.fnUntraced(function*({ bucket, key, request }: Exchange) {
  const number = yield* partNumberOf(request)
  const uploadId = uploadIdOf(request)
  yield* bucket.upload(key, uploadId)
  const input = yield* Payload.make(request)
  const part = yield* bucket.putPart({ ...input, key, uploadId, number })
  return Responses.empty(200, {
    etag: Responses.etagOf(part),
    "content-md5": Buffer.from(part.digests.md5 ?? "", "hex").toString("base64"),
    ...Responses.crc64Header(part.digests.crc64)
  })
})

const partElement = (part: BlobPart): Xml.XmlChildren => ({
  ...PartList.elementOf(part, Responses.etagOf(part)),
  HashCrc64ecma: part.digests.crc64 === undefined ? undefined : Crc64.toDecimal(part.digests.crc64)
})

/**
 * ListParts, a page of it.
 */
export const listParts = Effect.fnUntraced(function*({ bucket, key, request }: Exchange) {
  const limit = yield* Parameters.number(request, "max-parts", { fallback: 1000, from: 1, to: 1000 })
  const after = yield* Parameters.number(request, "part-number-marker", {
    fallback: 0,
    from: 0,
    to: PartList.mostParts
  })
  const { spell, type } = yield* KeyEncoding.of(request)
  const uploadId = uploadIdOf(request)
  const parts = yield* bucket.listParts(key, uploadId, { after, limit: limit + 1 })
  const page = parts.slice(0, limit)
  return Responses.xml("ListPartsResult", {
    EncodingType: type,
    Bucket: bucket.name,
    Key: spell(key),
    UploadId: uploadId,
    StorageClass: "Standard",
    PartNumberMarker: after,
    NextPartNumberMarker: page.at(-1)?.number ?? 0,
    MaxParts: limit,
    IsTruncated: page.length < parts.length,
    Part: page.map(partElement)
  })
})

/** With `x-oss-complete-all: yes` every part that is there is joined, and the request names none. */
const completesAll = (request: OssRequest): Effect.Effect<boolean, OssError> => {
  const name = "x-oss-complete-all"
  const value = request.headers[name]
  if (value === undefined) return Effect.succeed(false)
  return value.toLowerCase() === "yes"
    ? Effect.succeed(true)
    : Effect.fail(invalidArgument(name, value, `${name} is yes, or left out.`))
}

/** The parts that a complete joins: those of its body, or all of them. */
const joinedParts = Effect.fnUntraced(function*(request: OssRequest, stored: ReadonlyArray<BlobPart>) {
  const text = yield* Payload.text(request)
  if (!(yield* completesAll(request))) return PartList.read(text) ?? (yield* ossError("MalformedXML"))
  if (text !== "") return yield* invalidArgument("x-oss-complete-all", "yes", "The body must be empty.")
  return stored.length === 0 ? yield* ossError("InvalidPart") : stored
})

/** The parts that are joined: each is there as it is named, in order, and all but the last are large enough. */
const checkParts = (
  stored: ReadonlyArray<BlobPart>,
  named: ReadonlyArray<PartList.NamedPart>
): Effect.Effect<ReadonlyArray<BlobPart>, OssError> => {
  const found = PartList.find(named, stored, minimumPartSize)
  if (!("_tag" in found)) return Effect.succeed(found)
  switch (found._tag) {
    case "OutOfOrder":
      return Effect.fail(ossError("InvalidPartOrder"))
    case "NotThere": {
      const { etag, number } = found.part
      const fields = { PartNumber: String(number), ETag: etag.toUpperCase() }
      return Effect.fail(ossError("InvalidPart", undefined, fields))
    }
    case "TooSmall": {
      const { etag, number, size } = found.part
      return Effect.fail(ossError("EntityTooSmall", undefined, {
        ETag: etag.toUpperCase(),
        MinSizeAllowed: String(minimumPartSize),
        ProposedSize: String(size),
        PartNumber: String(number)
      }))
    }
  }
}

const crc64Of = (parts: ReadonlyArray<BlobPart>): string | undefined => {
  const pieces = parts.flatMap(({ digests: { crc64 }, size }) => crc64 === undefined ? [] : [{ crc64, size }])
  return pieces.length === parts.length ? Crc64.combine(pieces) : undefined
}

/**
 * CompleteMultipartUpload.
 */
export const complete = Effect.fnUntraced(function*(exchange: Exchange) {
  const { bucket, key, request } = exchange
  const uploadId = uploadIdOf(request)
  yield* bucket.upload(key, uploadId)
  const stored = yield* bucket.listParts(key, uploadId)
  const named = (yield* joinedParts(request, stored)).map(({ etag, number }): PartList.NamedPart => ({
    number,
    etag: etag.toLowerCase()
  }))
  const { spell, type } = yield* KeyEncoding.of(request)
  const condition = yield* Conditions.ofWrite(request)
  const parts = yield* checkParts(stored, named)
  yield* Versions.checkLoss(bucket, key)
  const crc64 = crc64Of(parts)
  const digests = crc64 === undefined ? {} : { crc64 }
  return yield* UploadCallback.storing(exchange, {
    operation: "CompleteMultipartUpload",
    store: bucket.complete({ key, uploadId, parts: named, digests, etag: joinedEtag(parts), condition }),
    headers: (blob) => ({ etag: Responses.etagOf(blob), ...Responses.crc64Header(blob.digests.crc64) }),
    plain: (blob, headers) =>
      Responses.xml("CompleteMultipartUploadResult", {
        EncodingType: type,
        Location: `http://${request.headers["host"] ?? bucket.name}/${encodePath(key)}`,
        Bucket: bucket.name,
        Key: spell(key),
        ETag: Responses.etagOf(blob)
      }, { headers })
  })
})

/**
 * AbortMultipartUpload.
 */
export const abort = ({ bucket, key, request }: Exchange) =>
  Effect.as(bucket.abort(key, uploadIdOf(request)), Responses.empty(204))
