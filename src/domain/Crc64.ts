/**
 * CRC-64 of joined bytes from the CRC-64s of the pieces, so that no byte is read twice. The variant of OSS and pds:
 * ECMA-182, reflected, all ones before and after; written as a decimal number.
 *
 * @since 1.0.7
 */

/** Polynomials over GF(2) are written reflected: the highest bit is the coefficient of x^0. */
const polynomial = 0xc96c5795d7870f42n

const one = 1n << 63n

/** The product of two polynomials, modulo the CRC's own. */
const multiply = (left: bigint, right: bigint): bigint => {
  let product = 0n
  let factor = right
  for (let bit = one; bit > 0n; bit >>= 1n) {
    if ((left & bit) !== 0n) product ^= factor
    factor = (factor & 1n) === 1n ? (factor >> 1n) ^ polynomial : factor >> 1n
  }
  return product
}

/** x^8: what one more byte multiplies by. */
const byteShift = one >> 8n

/** What so many bytes multiply by. */
const shiftOf = (bytes: number): bigint => {
  let shift = one
  let square = byteShift
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiply(square, shift)
    square = multiply(square, square)
  }
  return shift
}

/**
 * The CRC-64 of all pieces one after the other; that of no bytes is "0". Sizes in bytes.
 *
 * @since 1.0.7
 * @category combinators
 */
export const joined = (pieces: Iterable<{ readonly size: number; readonly crc64: string }>): string => {
  const shifts = new Map<number, bigint>()
  let whole = 0n
  for (const { crc64, size } of pieces) {
    const shift = shifts.get(size) ?? shiftOf(size)
    shifts.set(size, shift)
    whole = multiply(shift, whole) ^ BigInt(crc64)
  }
  return whole.toString()
}
