/**
 * Checksums of objects made of parts: the checksum of the parts' checksums.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { Blob, BlobPart, BlobUpload } from "../blobs/Blob.js"
import * as DigestSet from "../blobs/DigestSet.js"
import { base64OfHex, checksumHeader, type ChecksumName, checksumNames } from "./Payload.js"
import { checksumHeaders } from "./Responses.js"
import { type S3Error, s3Error } from "./S3Error.js"
import * as Xml from "./Xml.js"

/**
 * A part as CompleteMultipartUpload names it.
 *
 * @since 1.0.7
 * @category models
 */
export interface NamedPart {
  readonly number: number
  readonly etag: string
  readonly element: Xml.XmlElement
}

const elementName = (name: ChecksumName): string => `Checksum${name.toUpperCase()}`

/**
 * The checksum that the upload was begun with.
 *
 * @since 1.0.7
 * @category combinators
 */
export const algorithmOf = (upload: BlobUpload): ChecksumName | undefined =>
  checksumNames.find((name) => upload.metadata.headers["x-amz-checksum-algorithm"] === name)

/**
 * A part's checksum as XML says it.
 *
 * @since 1.0.7
 * @category combinators
 */
export const elementsOf = (part: BlobPart): Xml.XmlChildren => {
  const name = checksumNames.find((one) => part.digests[one] !== undefined)
  const digest = name === undefined ? undefined : part.digests[name]
  return name === undefined || digest === undefined ? {} : { [elementName(name)]: base64OfHex(digest) }
}

/**
 * An object's checksum as XML says it.
 *
 * @since 1.0.7
 * @category combinators
 */
export const elementsOfBlob = (blob: Blob): Xml.XmlChildren => {
  const headers = checksumHeaders(blob)
  const name = checksumNames.find((one) => headers[checksumHeader(one)] !== undefined)
  return name === undefined
    ? {}
    : { [elementName(name)]: headers[checksumHeader(name)], ChecksumType: headers["x-amz-checksum-type"] }
}

/**
 * The headers to keep with the completed object. Fails with InvalidPart when a named checksum is not the part's.
 *
 * @since 1.0.7
 * @category combinators
 */
export const headersOf = (
  upload: BlobUpload,
  parts: ReadonlyArray<BlobPart>,
  named: ReadonlyArray<NamedPart>
): Effect.Effect<Record<string, string>, S3Error> =>
  Effect.gen(function*() {
    const name = algorithmOf(upload)
    if (name === undefined) return {}
    const digestSet = yield* DigestSet.make([name])
    for (const [index, part] of parts.entries()) {
      const hex = part.digests[name] ?? ""
      const element = named[index]?.element
      const declared = element === undefined ? undefined : Xml.textOf(element, elementName(name))
      if (declared !== undefined && declared !== base64OfHex(hex)) {
        return yield* s3Error("InvalidPart", undefined, { PartNumber: String(part.number) })
      }
      digestSet.update(Buffer.from(hex, "hex"))
    }
    return { [checksumHeader(name)]: `${base64OfHex(digestSet.digests()[name] ?? "")}-${parts.length}` }
  })
