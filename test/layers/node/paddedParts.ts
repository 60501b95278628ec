/** Bytes whose SHA-1 states are known from any other SHA-1. */
import { createHash, randomBytes } from "node:crypto"

/**
 * Each part ends with the padding (FIPS 180-4, 5.1.1) of all before it, so the state after it is the digest of that.
 */
export const paddedParts = (parts: number, partSize: number, rest: number) => {
  const bytes = randomBytes(parts * partSize + rest)
  const words: Array<number> = []
  for (let part = 1; part <= parts; part++) {
    const length = part * partSize - 64
    bytes.fill(0, length, length + 64)
    bytes[length] = 0x80
    bytes.writeBigUInt64BE(BigInt(length) * 8n, length + 56)
    const digest = createHash("sha1").update(bytes.subarray(0, length)).digest()
    for (let word = 0; word < 5; word++) words.push(digest.readUInt32BE(word * 4))
  }
  return { bytes, words: Uint32Array.from(words) }
}
