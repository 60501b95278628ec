/**
 * GetObjectAttributes: what is known of an object, without its bytes.
 */
import * as Effect from "effect/Effect"
import type { Blob, JoinedPart } from "../blobs/Blob.js"
import type * as Xml from "../bucketHttp/Xml.js"
import { wholeNumber } from "../http/RequestTarget.js"
import * as Checksums from "./Checksums.js"
import * as Conditions from "./Conditions.js"
import * as MultipartChecksum from "./MultipartChecksum.js"
import * as Responses from "./Responses.js"
import { type S3Error, s3Error } from "./S3Error.js"
import type { Exchange, S3Request } from "./S3Request.js"
import * as StorageClass from "./StorageClass.js"

const attributesHeader = "x-amz-object-attributes"
const mostParts = 1000

const attributes = ["ETag", "Checksum", "ObjectParts", "StorageClass", "ObjectSize"] as const

type Attribute = typeof attributes[number]

const askedIn = (request: S3Request): Effect.Effect<ReadonlyArray<Attribute>, S3Error> => {
  const names = (request.headers[attributesHeader] ?? "").split(",").map((name) => name.trim()).filter(Boolean)
  if (names.length === 0) {
    return Effect.fail(s3Error("InvalidRequest", `The ${attributesHeader} header names no attributes.`))
  }
  const asked = attributes.filter((one) => names.includes(one))
  return asked.length < new Set(names).size
    ? Effect.fail(s3Error("InvalidArgument", "Invalid attribute name specified.", { ArgumentName: attributesHeader }))
    : Effect.succeed(asked)
}

const numberIn = (request: S3Request, header: string, fallback: number): Effect.Effect<number, S3Error> => {
  const value = wholeNumber(request.headers[header], { from: 0, to: 2_147_483_647, fallback })
  return value === undefined
    ? Effect.fail(s3Error("InvalidArgument", `${header} must be a whole number`, { ArgumentName: header }))
    : Effect.succeed(value)
}

const partElements = (blob: Blob, part: JoinedPart, number: number): Xml.XmlChildren => {
  const kept = Responses.partChecksumHeaders(blob, part)
  const name = Checksums.names.find((one) => kept[Checksums.header(one)] !== undefined)
  return {
    PartNumber: number,
    Size: part.size,
    ...name === undefined ? {} : { [Checksums.element(name)]: kept[Checksums.header(name)] }
  }
}

/** A page of the parts behind the marker; `undefined` of an object that was stored whole. */
const partsOf = Effect.fnUntraced(function*(request: S3Request, blob: Blob) {
  if (blob.parts === undefined) return undefined
  const marker = yield* numberIn(request, "x-amz-part-number-marker", 0)
  const most = Math.min(mostParts, yield* numberIn(request, "x-amz-max-parts", mostParts))
  const page = blob.parts.slice(marker, marker + most)
  return {
    PartsCount: blob.parts.length,
    PartNumberMarker: marker,
    NextPartNumberMarker: marker + page.length,
    MaxParts: most,
    IsTruncated: marker + page.length < blob.parts.length,
    Part: page.map((part, index) => partElements(blob, part, marker + index + 1))
  } satisfies Xml.XmlChildren
})

/**
 * GetObjectAttributes. Parts are numbered from 1, as they were joined.
 */
export const get = Effect.fnUntraced(function*({ bucket, request }: Exchange) {
  const asked = yield* askedIn(request)
  const blob = yield* bucket.head(request.key)
  yield* Conditions.checkRead(request, blob)
  const checksum = MultipartChecksum.elementsOfBlob(blob)
  const all: { readonly [Name in Attribute]: Xml.XmlValue | undefined } = {
    ETag: blob.etag,
    Checksum: Object.keys(checksum).length === 0 ? undefined : checksum,
    ObjectParts: asked.includes("ObjectParts") ? yield* partsOf(request, blob) : undefined,
    StorageClass: StorageClass.inListing(blob),
    ObjectSize: blob.size
  }
  const children = Object.fromEntries(asked.map((name) => [name, all[name]]))
  return Responses.xml("GetObjectAttributesResponse", children, {
    headers: { "last-modified": new Date(blob.modified).toUTCString() }
  })
})
