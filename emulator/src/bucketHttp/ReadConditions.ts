/**
 * What a read asks besides the object: conditions on what it is, and which of its bytes.
 */
import type { Blob } from "../blobs/Blob.js"
import type { ByteRange } from "../blobs/BlobStore.js"

/**
 * An ETag as requests write it, without its quotes.
 */
export const unquoted = (etag: string): string => etag.trim().replace(/^"(.*)"$/, "$1")

/** An ETag without quotes and in lower case, as it is kept. */
const bareEtag = (etag: string): string => unquoted(etag).toLowerCase()

/**
 * Says whether an If-Match or If-None-Match names this ETag, or any. A weak one counts as the same.
 */
const matches = (list: string, etag: string): boolean =>
  list.split(",").some((one) => one.trim() === "*" || bareEtag(one.trim().replace(/^W\//, "")) === etag)

/**
 * Says whether an object was changed after the date of a header, which has seconds; a text that is no date says nothing.
 */
const changedAfter = (blob: Pick<Blob, "modified">, date: string): boolean =>
  Math.floor(blob.modified / 1000) * 1000 > (Date.parse(date) || Infinity)

export type Verdict = "met" | "notModified" | { readonly failed: "If-Match" | "If-Unmodified-Since" }

/**
 * If-Match, If-Unmodified-Since, If-None-Match and If-Modified-Since; the ETags win over the times. With `matchWins: false` a
 * matching If-Match does not: If-Unmodified-Since has to be met too.
 */
export const verdictOf = (
  headerOf: (name: string) => string | undefined,
  blob: Pick<Blob, "etag" | "modified">,
  { matchWins = true }: { readonly matchWins?: boolean } = {}
): Verdict => {
  const [ifMatch, ifNoneMatch] = [headerOf("if-match"), headerOf("if-none-match")]
  const [since, notSince] = [headerOf("if-modified-since"), headerOf("if-unmodified-since")]
  if (ifMatch !== undefined && !matches(ifMatch, blob.etag)) return { failed: "If-Match" }
  const timeCounts = ifMatch === undefined || !matchWins
  if (timeCounts && notSince !== undefined && changedAfter(blob, notSince)) return { failed: "If-Unmodified-Since" }
  const unchanged = ifNoneMatch !== undefined
    ? matches(ifNoneMatch, blob.etag)
    : since !== undefined && !changedAfter(blob, since)
  return unchanged ? "notModified" : "met"
}

/** The version that an If-Range names, by its ETag or its date, to the letter: one that is weak or cannot be read is another one. */
const isVersion = (version: string, blob: Pick<Blob, "etag" | "modified">): boolean =>
  version.startsWith("\"")
    ? bareEtag(version) === blob.etag
    : Date.parse(version) === Math.floor(blob.modified / 1000) * 1000

/**
 * The Range header, if it counts: who continues with another version by an If-Range gets the whole of this one (RFC 9110, 13.1.5).
 */
export const rangeAsked = (
  headerOf: (name: string) => string | undefined,
  blob: Pick<Blob, "etag" | "modified">
): string | undefined => {
  const version = headerOf("if-range")?.trim()
  return version === undefined || isVersion(version, blob) ? headerOf("range") : undefined
}

/**
 * The bytes that a Range header asks for; `undefined` for the whole, which a header that cannot be read means too.
 */
export const rangeOf = (header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined => {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? []
  if (first === "" && last === "") return undefined
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === "" || last === "" ? size - 1 : Math.min(size - 1, Number(last))
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined
  return start <= end ? { start, end } : "unsatisfiable"
}
