/**
 * What conditions of requests are held against: the ETag and the time of an object.
 */
import type { Blob } from "../blobs/Blob.js"
import { bareEtag } from "./bareEtag.js"

/**
 * Says whether an If-Match or If-None-Match names this ETag, or any. A weak one counts as the same.
 */
export const matches = (list: string, etag: string): boolean =>
  list.split(",").some((one) => one.trim() === "*" || bareEtag(one.trim().replace(/^W\//, "")) === etag)

/**
 * Says whether an object was changed after the date of a header, which has seconds; a text that is no date says nothing.
 */
export const changedAfter = (blob: Pick<Blob, "modified">, date: string): boolean =>
  Math.floor(blob.modified / 1000) * 1000 > (Date.parse(date) || Infinity)
