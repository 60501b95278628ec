/**
 * All SHA-1 values that a file needs, from one pass over its bytes.
 *
 * @since 1.0.7
 */
import type { Digests, HashPlan } from "../../domain/HashPlan.js"

/**
 * A running SHA-1. `soFar` gives the digest of what there was, and the hash goes on; both digests are hex.
 *
 * @since 1.0.7
 * @category models
 */
export interface RunningSha1 {
  readonly update: (bytes: Uint8Array) => void
  readonly soFar: () => string
  readonly digest: () => string
}

/**
 * @since 1.0.7
 * @category models
 */
export interface OnePass {
  readonly update: (chunk: Uint8Array) => void
  readonly position: () => number
  readonly preHash: () => string | undefined
  readonly digests: () => Digests
}

/**
 * The pre-hash is the state of the whole hash after the leading bytes, so nothing is hashed twice.
 *
 * @since 1.0.7
 * @category constructors
 */
export const onePass = (
  sha1: RunningSha1,
  plan: Exclude<HashPlan, { readonly _tag: "None" }>,
  from: { readonly position: number; readonly preHash: string | undefined } = { position: 0, preHash: undefined }
): OnePass => {
  const preHashSize = plan._tag === "Whole" ? undefined : plan.preHashSize
  let { position, preHash } = from
  const feed = (bytes: Uint8Array) => {
    sha1.update(bytes)
    position += bytes.byteLength
  }
  return {
    update: (chunk) => {
      const leading = preHashSize === undefined || preHash !== undefined ? undefined : preHashSize - position
      if (leading === undefined || chunk.byteLength < leading) {
        feed(chunk)
        return
      }
      feed(chunk.subarray(0, leading))
      preHash = sha1.soFar().toUpperCase()
      feed(chunk.subarray(leading))
    },
    position: () => position,
    preHash: () => preHash,
    digests: () => {
      const contentHash = sha1.digest().toUpperCase()
      if (preHashSize === undefined) return { contentHash, contentHashName: "sha1" }
      return { preHash: preHash ?? contentHash, contentHash, contentHashName: "sha1" }
    }
  }
}
