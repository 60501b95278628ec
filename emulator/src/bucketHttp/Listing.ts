/**
 * Listings with a delimiter: keys that share a prefix up to it are reported as one.
 */
import * as Effect from "effect/Effect"
import type { Blob } from "../blobs/Blob.js"
import type { Bucket } from "../blobs/BlobStore.js"

/**
 * A page: objects and common prefixes together are at most as many as asked for. `next` continues after it.
 */
export interface Listing {
  readonly objects: ReadonlyArray<Blob>
  readonly prefixes: ReadonlyArray<string>
  readonly next?: string | undefined
}

/**
 * Sorts behind every key that starts with this prefix, so that one look-up skips them all.
 */
export const lastOf = (prefix: string): string => `${prefix}\u{10ffff}`

/**
 * What a key is reported as when all that share it up to the delimiter are reported as one.
 */
export const commonPrefixOf = (
  key: string,
  { delimiter, prefix }: { readonly prefix: string; readonly delimiter: string }
): string | undefined => {
  const at = delimiter === "" || !key.startsWith(prefix) ? -1 : key.indexOf(delimiter, prefix.length)
  return at < 0 ? undefined : key.slice(0, at + delimiter.length)
}

/**
 * Where a listing continues after a marker: one that is itself a common prefix stands for all that share it.
 */
export const afterMarker = (
  marker: string,
  grouping: { readonly prefix: string; readonly delimiter: string }
): string => marker !== "" && commonPrefixOf(marker, grouping) === marker ? lastOf(marker) : marker

/**
 * The marker that clients get: without what makes it sort behind its common prefix.
 */
export const markerOf = (
  next: string,
  grouping: { readonly prefix: string; readonly delimiter: string }
): string => {
  const common = commonPrefixOf(next, grouping)
  return common !== undefined && next === lastOf(common) ? common : next
}

/**
 * `after` is a key or the `next` of the page before.
 */
export const list = Effect.fnUntraced(function*(bucket: Bucket, options: {
  readonly prefix: string
  readonly delimiter: string
  readonly after?: string | undefined
  readonly limit: number
}) {
  const { delimiter, limit, prefix } = options
  const objects: Array<Blob> = []
  const prefixes: Array<string> = []
  const found = () => objects.length + prefixes.length
  let after = options.after
  let more = true

  /** The next object or common prefix: where the listing continues after it. */
  const take = (blob: Blob): { readonly after: string; readonly skips: boolean } => {
    const common = commonPrefixOf(blob.key, { delimiter, prefix })
    if (common === undefined) {
      objects.push(blob)
      return { after: blob.key, skips: false }
    }
    prefixes.push(common)
    return { after: lastOf(common), skips: true }
  }

  while (more && found() < limit) {
    const page: { items: ReadonlyArray<Blob>; next?: string | undefined } = yield* bucket.list({
      prefix,
      after,
      limit: limit - found()
    })
    more = page.next !== undefined
    for (const blob of page.items) {
      const taken = take(blob)
      after = taken.after
      if (!taken.skips) continue
      more = true
      break
    }
  }
  const rest = more ? yield* bucket.list({ prefix, after, limit: 1 }) : { items: [] }
  const listing: Listing = { objects, prefixes, next: rest.items.length === 0 ? undefined : after }
  return listing
})
