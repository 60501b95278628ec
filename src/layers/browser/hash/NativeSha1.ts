/**
 * SHA-1 of small files by the browser itself (Web Crypto): no worker, no message, and the page is not blocked.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { SourceChanged } from "../../../domain/errors/TransferErrors.js"
import type { Digests } from "../../../domain/HashPlan.js"
import type { UploadSource } from "../../../services/UploadSource.js"
import { smallFileSize } from "../sources/SmallBlobSource.js"

/** Not in pages that came over plain HTTP from another machine. */
const subtle = (): SubtleCrypto | undefined => globalThis.crypto.subtle

/**
 * Whether a file is hashed this way: Web Crypto takes a whole at once, so only what is small.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isForNativeSha1 = ({ identity }: UploadSource): boolean =>
  identity.size <= smallFileSize && subtle() !== undefined

const hexOf = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("").toUpperCase()

const read = Effect.fnUntraced(function*(source: UploadSource) {
  const bytes = new Uint8Array(source.identity.size)
  let position = 0
  yield* source.readAll(0, (chunk) => {
    bytes.set(chunk, position)
    position += chunk.byteLength
  })
  return bytes
})

/**
 * SHA-1 of the whole file.
 *
 * @since 1.0.7
 * @category constructors
 */
export const nativeSha1 = (source: UploadSource): Effect.Effect<Digests, SourceChanged> =>
  Effect.flatMap(read(source), (bytes) =>
    Effect.map(
      Effect.promise(() => globalThis.crypto.subtle.digest("SHA-1", bytes)),
      (digest): Digests => ({ contentHash: hexOf(digest), contentHashName: "sha1" })
    ))
