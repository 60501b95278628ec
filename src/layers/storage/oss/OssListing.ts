/**
 * The lists of OSS, as the SDK has read them from XML: all values are texts, and a list of one is that one.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Etag from "../../../domain/Etag.js"
import { NumberText } from "../../../domain/NumberText.js"
import type { OpenUpload, StoredPart } from "../../../services/PartStore.js"
import type { OssClient } from "./OssSdk.js"

const Part = Schema.Struct({
  PartNumber: NumberText,
  Size: NumberText,
  ETag: Schema.String,
  HashCrc64ecma: Schema.optional(Schema.String)
})

const Parts = Schema.Struct({
  parts: Schema.Union(Schema.Array(Part), Part),
  isTruncated: Schema.optional(Schema.Unknown),
  nextPartNumberMarker: Schema.optional(Schema.Unknown)
})

const decodeParts = Schema.decodeUnknownSync(Parts)

const partOf = ({ ETag, HashCrc64ecma, PartNumber, Size }: typeof Part.Type): StoredPart => ({
  number: PartNumber,
  size: Size,
  etag: Etag.make(ETag),
  ...(HashCrc64ecma === undefined || HashCrc64ecma === "" ? {} : { digest: { crc64: HashCrc64ecma } })
})

/**
 * A page of a part list, and the number after which the next one begins. Throws on an answer that is no part list.
 */
export const partsOf = (page: Awaited<ReturnType<OssClient["listParts"]>>, after: number) => {
  const read = decodeParts(page)
  const parts = [read.parts].flat().map(partOf)
  const next = Number(read.nextPartNumberMarker ?? parts.at(-1)?.number)
  return {
    parts,
    // A marker that does not move would list for ever.
    next: String(read.isTruncated) === "true" && next > after ? Option.some(next) : Option.none<number>()
  }
}

/**
 * The open uploads of this very key; the storage was asked for all keys that begin so.
 */
export const uploadsOf = (
  { uploads }: Awaited<ReturnType<OssClient["listUploads"]>>,
  key: string
): ReadonlyArray<OpenUpload> =>
  uploads.flatMap(({ initiated, name, uploadId }) => {
    const begunAt = Date.parse(String(initiated))
    return name === key && typeof uploadId === "string" && !Number.isNaN(begunAt) ? [{ uploadId, begunAt }] : []
  })
