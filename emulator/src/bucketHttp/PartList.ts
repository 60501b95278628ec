/**
 * Parts as requests name them and as answers list them.
 */
import type { BlobPart } from "../blobs/Blob.js"
import { unquoted } from "./ReadConditions.js"
import { isoDate } from "./Xml.js"
import * as Xml from "./Xml.js"

export interface NamedPart {
  readonly number: number
  readonly etag: string
}

/**
 * A part as CompleteMultipartUpload names it; `element` has what else it says of the part.
 */
export interface WrittenPart extends NamedPart {
  readonly element: Xml.XmlElement
}

/**
 * Why parts cannot be joined.
 */
export type Problem =
  | { readonly _tag: "OutOfOrder" }
  | { readonly _tag: "NotThere"; readonly part: NamedPart }
  | { readonly _tag: "TooSmall"; readonly part: BlobPart }

export const mostParts = 10_000

/**
 * Reads the list; `undefined` when it is none.
 */
export const read = (text: string): ReadonlyArray<WrittenPart> | undefined => {
  const root = Xml.parse(text)
  const elements = root?.name === "CompleteMultipartUpload" ? Xml.all(root, "Part") : []
  const parts = elements.flatMap((element) => {
    const number = Number(Xml.textOf(element, "PartNumber") ?? NaN)
    const etag = Xml.textOf(element, "ETag")
    return Number.isInteger(number) && etag !== undefined ? [{ number, etag: unquoted(etag), element }] : []
  })
  return parts.length === 0 || parts.length < elements.length || parts.length > mostParts ? undefined : parts
}

/**
 * The parts to join, or the first problem of the list: its numbers rise, each part is there under its ETag, and all but the last
 * are large enough.
 */
export const find = (
  named: ReadonlyArray<NamedPart>,
  stored: ReadonlyArray<BlobPart>,
  smallest: number
): ReadonlyArray<BlobPart> | Problem => {
  const byNumber = new Map(stored.map((part) => [part.number, part]))
  if (named.some(({ number }, index) => number <= (named[index - 1]?.number ?? 0))) return { _tag: "OutOfOrder" }
  const parts: Array<BlobPart> = []
  for (const [index, wanted] of named.entries()) {
    const part = byNumber.get(wanted.number)
    if (part === undefined || part.etag !== wanted.etag) return { _tag: "NotThere", part: wanted }
    if (part.size < smallest && index < named.length - 1) return { _tag: "TooSmall", part }
    parts.push(part)
  }
  return parts
}

/**
 * A part of a ListParts answer. `etag` is written as the dialect writes it.
 */
export const elementOf = (part: BlobPart, etag: string): Xml.XmlChildren => ({
  PartNumber: part.number,
  LastModified: isoDate(part.modified),
  ETag: etag,
  Size: part.size
})
