/**
 * The ETag of an object made of parts.
 */
import { createHash } from "node:crypto"
import type { Digests } from "../blobs/Blob.js"

/**
 * The MD5 of the parts' MD5s as text, in upper-case hex, then how many they are; S3 takes the MD5 of their bytes.
 */
export const joinedEtag = (parts: ReadonlyArray<{ readonly etag: string; readonly digests: Digests }>): string => {
  const text = parts.map(({ digests, etag }) => (digests.md5 ?? etag).toUpperCase()).join("")
  return `${createHash("md5").update(text).digest("hex")}-${parts.length}`
}
