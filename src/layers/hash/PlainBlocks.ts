/**
 * Digests of blocks of 64 bytes in plain JavaScript: what is left over between two calls, and the padding at the end.
 *
 * @since 1.0.7
 */
import type { RunningSha1 } from "./OnePass.js"

/**
 * `compress` works one block into the state. `littleEndian`: the order of bytes of the length and of the digest.
 *
 * @since 1.0.7
 * @category models
 */
export interface BlockDigest {
  readonly initial: ReadonlyArray<number>
  readonly compress: (state: Int32Array, block: DataView, offset: number) => void
  readonly littleEndian: boolean
}

/**
 * @since 1.0.7
 * @category constructors
 */
export const runningBlocks = ({ compress, initial, littleEndian }: BlockDigest): RunningSha1 => {
  const state = Int32Array.from(initial)
  const rest = new Uint8Array(64)
  let waiting = 0
  let length = 0

  const blocks = (into: Int32Array, bytes: Uint8Array, start: number): number => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let offset = start
    for (; offset + 64 <= bytes.byteLength; offset += 64) compress(into, view, offset)
    return offset
  }

  const update = (bytes: Uint8Array): void => {
    length += bytes.byteLength
    const fill = waiting === 0 ? 0 : Math.min(64 - waiting, bytes.byteLength)
    rest.set(bytes.subarray(0, fill), waiting)
    waiting += fill
    if (waiting === 64) {
      blocks(state, rest, 0)
      waiting = 0
    }
    if (waiting > 0) return
    const offset = blocks(state, bytes, fill)
    rest.set(bytes.subarray(offset))
    waiting = bytes.byteLength - offset
  }

  const hexOf = (words: Int32Array): string => {
    const view = new DataView(new ArrayBuffer(4 * words.length))
    words.forEach((word, index) => view.setInt32(4 * index, word, littleEndian))
    return Array.from(words, (_, index) => view.getUint32(4 * index).toString(16).padStart(8, "0")).join("")
  }

  const soFar = (): string => {
    const tail = new Uint8Array(waiting < 56 ? 64 : 128)
    tail.set(rest.subarray(0, waiting))
    tail[waiting] = 0x80
    new DataView(tail.buffer).setBigUint64(tail.byteLength - 8, BigInt(length) * 8n, littleEndian)
    const copy = state.slice()
    blocks(copy, tail, 0)
    return hexOf(copy)
  }

  return { update, soFar, digest: soFar }
}
