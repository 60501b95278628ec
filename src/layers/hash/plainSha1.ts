/**
 * SHA-1 in plain JavaScript, for pages whose policy forbids WebAssembly: slower, and it always works.
 *
 * @since 1.0.7
 */
import { sha1 } from "@noble/hashes/legacy.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import type { RunningSha1 } from "./OnePass.js"

/**
 * @since 1.0.7
 * @category constructors
 */
export const plainSha1 = (): RunningSha1 => {
  const hash = sha1.create()
  // A digest ends the hash that gives it, so it is taken of a copy.
  const soFar = () => bytesToHex(hash.clone().digest())
  return {
    update: (bytes) => {
      hash.update(bytes)
    },
    soFar,
    digest: soFar
  }
}
