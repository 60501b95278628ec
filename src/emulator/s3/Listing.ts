/**
 * Listings with a delimiter: keys that share a prefix up to it are told as one.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { Blob } from "../blobs/Blob.js"
import type { Bucket } from "../blobs/BlobStore.js"

/**
 * A page: objects and common prefixes together are at most as many as asked for. `next` continues after it.
 *
 * @since 1.0.7
 * @category models
 */
export interface Listing {
  readonly objects: ReadonlyArray<Blob>
  readonly prefixes: ReadonlyArray<string>
  readonly next?: string | undefined
}

/**
 * Sorts behind every key that starts with this prefix, so that one look-up skips them all.
 *
 * @since 1.0.7
 * @category combinators
 */
export const lastOf = (prefix: string): string => `${prefix}\u{10ffff}`

/**
 * `after` is a key or the `next` of the page before.
 *
 * @since 1.0.7
 * @category combinators
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

  /** The next object or common prefix: where the listing goes on after it. */
  const take = (blob: Blob): { readonly after: string; readonly skips: boolean } => {
    const end = delimiter === "" ? -1 : blob.key.indexOf(delimiter, prefix.length)
    if (end < 0) {
      objects.push(blob)
      return { after: blob.key, skips: false }
    }
    const common = blob.key.slice(0, end + delimiter.length)
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
