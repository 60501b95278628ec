/**
 * CRC-64 (ECMA-182) of joined bytes from those of their pieces, and how OSS spells it.
 *
 * @since 1.0.7
 */

/** Polynomials over GF(2) with the lowest power in the highest bit, as the reflected CRC has them. */
const one = 1n << 63n
const modulus = 0xc96c5795d7870f42n

const multiply = (left: bigint, right: bigint): bigint => {
  let product = 0n
  let shifted = right
  for (let power = one; power > 0n; power >>= 1n) {
    if ((left & power) !== 0n) product ^= shifted
    shifted = (shifted & 1n) === 1n ? (shifted >> 1n) ^ modulus : shifted >> 1n
  }
  return product
}

/** x to the power of 8 × 2^k. */
const byteShifts: Array<bigint> = [one >> 8n]

const byteShift = (k: number): bigint => {
  for (let last = byteShifts.length - 1; last < k; last++) {
    const previous = byteShifts[last] ?? one
    byteShifts.push(multiply(previous, previous))
  }
  return byteShifts[k] ?? one
}

const shiftOf = (bytes: number): bigint => {
  let shift = one
  let left = bytes
  for (let k = 0; left > 0; k++) {
    if (left % 2 === 1) shift = multiply(byteShift(k), shift)
    left = Math.floor(left / 2)
  }
  return shift
}

/**
 * The CRC of the pieces joined in this order; digests in hex, sizes in bytes.
 *
 * @since 1.0.7
 * @category combinators
 */
export const combine = (pieces: ReadonlyArray<{ readonly crc64: string; readonly size: number }>): string => {
  // Parts have one size, but for the last.
  const shifts = new Map<number, bigint>()
  let joined = 0n
  for (const { crc64, size } of pieces) {
    const shift = shifts.get(size) ?? shiftOf(size)
    shifts.set(size, shift)
    joined = multiply(joined, shift) ^ BigInt(`0x${crc64}`)
  }
  return joined.toString(16).padStart(16, "0")
}

/**
 * The number that `x-oss-hash-crc64ecma` holds.
 *
 * @since 1.0.7
 * @category combinators
 */
export const toDecimal = (hex: string): string => BigInt(`0x${hex}`).toString()
