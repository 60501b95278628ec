/**
 * The headers that an object keeps, as they come with a write and go out with a read.
 */
import type { BlobMetadata } from "../blobs/Blob.js"

const keptHeaders: ReadonlyArray<string> = [
  "content-type",
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "expires"
]

/**
 * What a write says of its object; `prefix` begins the names of a user's own metadata.
 */
export const read = (headers: Readonly<Record<string, string | undefined>>, prefix: string): BlobMetadata => {
  const kept: Record<string, string> = {}
  const user: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    if (name.startsWith(prefix)) user[name.slice(prefix.length)] = value
    else if (keptHeaders.includes(name)) kept[name] = value
  }
  return { headers: kept, user }
}

/**
 * What a read answers of it.
 */
export const write = ({ headers, user }: BlobMetadata, prefix: string): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => keptHeaders.includes(name))),
  ...Object.fromEntries(Object.entries(user).map(([name, value]) => [`${prefix}${name}`, value]))
})
