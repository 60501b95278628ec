/**
 * The states of SHA-1 between the parts of a file; the same code runs in the worker and on the calling thread.
 *
 * @since 1.0.7
 */
import { createSHA1 } from "hash-wasm"

const wordCount = 5

/** A saved state of hash-wasm: its own mark, then the five words, least byte first. */
const wordsStart = 4

const initialWords = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]

const wordsOf = (saved: Uint8Array): ReadonlyArray<number> => {
  const view = new DataView(saved.buffer, saved.byteOffset + wordsStart, wordCount * 4)
  return Array.from({ length: wordCount }, (_, index) => view.getUint32(index * 4, true))
}

/**
 * The words of saved states, five for each but the first, which must be that of no bytes: another layout would give wrong
 * words, so it gives none.
 *
 * @since 1.0.7
 * @category combinators
 */
export const wordsAfterFirst = ([first, ...saved]: ReadonlyArray<Uint8Array>): Uint32Array | undefined =>
  first === undefined || wordsOf(first).join() !== initialWords.join()
    ? undefined
    : Uint32Array.from(saved.flatMap((state) => wordsOf(state)))

/**
 * `words`: five for each whole part so far.
 *
 * @since 1.0.7
 * @category models
 */
export interface RunningSha1States {
  readonly update: (chunk: Uint8Array) => void
  readonly position: () => number
  readonly words: () => Uint32Array | undefined
}

/**
 * A SHA-1 that keeps its state after each `partSize` bytes, a multiple of 64. Fails where a policy forbids WebAssembly.
 *
 * @since 1.0.7
 * @category constructors
 */
export const runningSha1States = async (partSize: number): Promise<RunningSha1States> => {
  const sha1 = (await createSHA1()).init()
  const saved = [sha1.save()]
  let position = 0
  return {
    update: (chunk) => {
      let start = 0
      while (start < chunk.byteLength) {
        const end = Math.min(chunk.byteLength, start + partSize - position % partSize)
        sha1.update(chunk.subarray(start, end))
        position += end - start
        start = end
        if (position % partSize === 0) saved.push(sha1.save())
      }
    },
    position: () => position,
    words: () => wordsAfterFirst(saved)
  }
}
