/**
 * CRC-64 (ECMA-182) of joined bytes from those of their pieces, and how OSS spells it.
 */
import * as CrcJoin from "./CrcJoin.js"

/**
 * The CRC of the pieces joined in this order; digests in hex, sizes in bytes.
 */
export const combine = (pieces: ReadonlyArray<{ readonly crc64: string; readonly size: number }>): string =>
  CrcJoin.join("crc64", pieces.map(({ crc64, size }) => ({ digest: crc64, size })))

/**
 * The number that `x-oss-hash-crc64ecma` holds.
 */
export const toDecimal = (hex: string): string => BigInt(`0x${hex}`).toString()
