/**
 * The CRC-32 of each part of a source, in one pass over its bytes.
 *
 * @since 1.0.7
 */
import { crc32 } from "node:zlib"
import { crc32Text } from "../../hash/Checksums.js"

/**
 * Parts of `partSize` bytes of `size` bytes, which come in order. The sums are complete once all of them were there.
 *
 * @since 1.0.7
 * @category constructors
 */
export const partCrc32 = (partSize: number, size: number) => {
  const sums: Array<string> = []
  let position = 0
  let crc = 0
  const add = (bytes: Uint8Array): void => {
    const piece = bytes.subarray(0, partSize - position % partSize)
    crc = crc32(piece, crc)
    position += piece.byteLength
    if (position % partSize === 0 || position === size) {
      sums.push(crc32Text(crc))
      crc = 0
    }
    if (piece.byteLength < bytes.byteLength) add(bytes.subarray(piece.byteLength))
  }
  return { sums, update: (bytes: Uint8Array): void => bytes.byteLength > 0 ? add(bytes) : undefined }
}
