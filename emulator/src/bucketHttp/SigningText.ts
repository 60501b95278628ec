/**
 * The texts that storages' signatures are made of and compared in: digests, escapes and times.
 */
import { createHash, timingSafeEqual } from "node:crypto"

export const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex")

/**
 * Percent-encodes all but letters, digits and `-._~`, in upper-case hex.
 */
export const uriEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * As {@link uriEncode}, slashes kept.
 */
export const encodePath = (path: string): string => path.split("/").map(uriEncode).join("/")

/**
 * Whether two signatures are the same, in a time that does not depend on where they differ.
 */
export const sameSignature = (left: string, right: string): boolean => {
  const [first, second] = [Buffer.from(left), Buffer.from(right)]
  return first.length === second.length && timingSafeEqual(first, second)
}

/**
 * `20150830T123600Z` of milliseconds since the epoch.
 */
export const formatDate = (millis: number): string => new Date(millis).toISOString().replace(/[-:]|\.\d{3}/g, "")

/**
 * Milliseconds since the epoch of `20150830T123600Z` or of an HTTP date; `undefined` when it is neither.
 */
export const parseDate = (text: string): number | undefined => {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  const millis = match === null
    ? Date.parse(text)
    : Date.parse(`${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}Z`)
  return Number.isNaN(millis) ? undefined : millis
}
