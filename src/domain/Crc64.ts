/**
 * CRC64 (ECMA-182, reflected) of joined parts, from the CRCs of the parts: no byte is read again.
 *
 * @since 1.0.7
 */

/** A polynomial over GF(2), lowest power first: two words of 32 bits, because BigInt would be a hundred times slower. */
interface Polynomial {
  readonly high: number
  readonly low: number
}

const modulus: Polynomial = { high: 0xc96c5795, low: 0xd7870f42 }

const one: Polynomial = { high: 0x80000000, low: 0 }

/** x to the power of 8: what one more byte behind it does to a CRC. */
const byte: Polynomial = { high: 0x00800000, low: 0 }

const product = (left: Polynomial, right: Polynomial): Polynomial => {
  let { high, low } = right
  let sumHigh = 0
  let sumLow = 0
  for (let power = 0; power < 64; power++) {
    const word = power < 32 ? left.high : left.low
    if ((word >>> (31 - (power & 31))) & 1) {
      sumHigh ^= high
      sumLow ^= low
    }
    const carry = low & 1
    low = (low >>> 1) | (high << 31)
    high >>>= 1
    if (carry === 1) {
      high ^= modulus.high
      low ^= modulus.low
    }
  }
  return { high: sumHigh >>> 0, low: sumLow >>> 0 }
}

/** What `size` more bytes behind it do to a CRC; by squaring, since sizes are large. */
const shiftBy = (size: number): Polynomial => {
  let shift = one
  let square = byte
  for (let left = size; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = product(shift, square)
    square = product(square, square)
  }
  return shift
}

const parsed = (decimal: string): Polynomial => {
  const value = BigInt(decimal)
  return { high: Number(value >> 32n), low: Number(value & 0xffffffffn) }
}

const written = ({ high, low }: Polynomial): string => ((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)).toString()

/**
 * The CRC64 of the parts in this order. Sizes in bytes; CRCs as decimal text, as OSS writes them.
 *
 * @since 1.0.7
 * @category combinators
 */
export const joined = (parts: Iterable<{ readonly size: number; readonly crc64: string }>): string => {
  const shifts = new Map<number, Polynomial>()
  let whole: Polynomial = { high: 0, low: 0 }
  for (const { crc64, size } of parts) {
    const shift = shifts.get(size) ?? shiftBy(size)
    shifts.set(size, shift)
    const before = product(shift, whole)
    const part = parsed(crc64)
    whole = { high: before.high ^ part.high, low: before.low ^ part.low }
  }
  return written(whole)
}
