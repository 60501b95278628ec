/**
 * CRCs of joined bytes from those of their pieces.
 */

/**
 * The CRCs by the names of their digests.
 */
export type CrcName = "crc32" | "crc32c" | "crc64" | "crc64nvme"

/** Polynomials over GF(2) with the lowest power in the highest bit, as the reflected CRCs have them. */
interface Field {
  readonly one: bigint
  readonly modulus: bigint
  readonly hexDigits: number
  /** x to the power of 8 × 2^k, as far as they were needed. */
  readonly byteShifts: Array<bigint>
}

const fieldOf = (bits: bigint, modulus: bigint): Field => {
  const one = 1n << (bits - 1n)
  return { one, modulus, hexDigits: Number(bits) / 4, byteShifts: [one >> 8n] }
}

const fields: Record<CrcName, Field> = {
  crc32: fieldOf(32n, 0xedb88320n),
  crc32c: fieldOf(32n, 0x82f63b78n),
  crc64: fieldOf(64n, 0xc96c5795d7870f42n),
  crc64nvme: fieldOf(64n, 0x9a6c9329ac4bc9b5n)
}

const multiply = ({ modulus, one }: Field, left: bigint, right: bigint): bigint => {
  let product = 0n
  let shifted = right
  for (let power = one; power > 0n; power >>= 1n) {
    if ((left & power) !== 0n) product ^= shifted
    shifted = (shifted & 1n) === 1n ? (shifted >> 1n) ^ modulus : shifted >> 1n
  }
  return product
}

const byteShift = (field: Field, k: number): bigint => {
  const { byteShifts, one } = field
  for (let last = byteShifts.length - 1; last < k; last++) {
    const previous = byteShifts[last] ?? one
    byteShifts.push(multiply(field, previous, previous))
  }
  return byteShifts[k] ?? one
}

const shiftOf = (field: Field, bytes: number): bigint => {
  let shift = field.one
  let left = bytes
  for (let k = 0; left > 0; k++) {
    if (left % 2 === 1) shift = multiply(field, byteShift(field, k), shift)
    left = Math.floor(left / 2)
  }
  return shift
}

/**
 * The CRC of the pieces joined in this order; digests in hex, sizes in bytes.
 */
export const join = (
  name: CrcName,
  pieces: ReadonlyArray<{ readonly digest: string; readonly size: number }>
): string => {
  const field = fields[name]
  // Parts have one size, but for the last.
  const shifts = new Map<number, bigint>()
  let joined = 0n
  for (const { digest, size } of pieces) {
    const shift = shifts.get(size) ?? shiftOf(field, size)
    shifts.set(size, shift)
    joined = multiply(field, joined, shift) ^ BigInt(`0x${digest}`)
  }
  return joined.toString(16).padStart(field.hexDigits, "0")
}
