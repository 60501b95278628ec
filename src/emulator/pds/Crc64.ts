/**
 * CRC-64 as OSS and PDS have it (ECMA-182, reflected), of parts that were digested one by one.
 *
 * @since 1.0.7
 */

const polynomial = 0xc96c5795d7870f42n

/** A linear map over 64 bits: what each bit becomes. */
type Matrix = ReadonlyArray<bigint>

const apply = (matrix: Matrix, value: bigint): bigint => {
  let result = 0n
  for (let bit = 0, rest = value; rest !== 0n; bit++, rest >>= 1n) {
    if ((rest & 1n) === 1n) result ^= matrix[bit] ?? 0n
  }
  return result
}

const after = (second: Matrix, first: Matrix): Matrix => first.map((column) => apply(second, column))

const identity: Matrix = Array.from({ length: 64 }, (_, bit) => 1n << BigInt(bit))

/** What one zero bit does to a CRC. */
const zeroBit: Matrix = [polynomial, ...identity.slice(0, 63)]

/** What so many zero bytes do to a CRC, by squaring. */
const zeroBytes = (count: number): Matrix => {
  let power = zeroBit
  for (let doubling = 0; doubling < 3; doubling++) power = after(power, power)
  let result = identity
  for (let rest = BigInt(count); rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = after(power, result)
    power = after(power, power)
  }
  return result
}

/**
 * The decimal spelling of a CRC in hex.
 *
 * @since 1.0.7
 * @category combinators
 */
export const decimal = (hex: string): string => BigInt(`0x${hex}`).toString()

/**
 * The CRC of parts put together, in decimal, from the CRC of each in hex. No byte is read.
 *
 * @since 1.0.7
 * @category combinators
 */
export const joined = (parts: ReadonlyArray<{ readonly size: number; readonly hex: string }>): string => {
  // Parts have the same size but for the last, so there are few matrices.
  const matrices = new Map<number, Matrix>()
  let crc = 0n
  for (const { hex, size } of parts) {
    const matrix = matrices.get(size) ?? zeroBytes(size)
    matrices.set(size, matrix)
    crc = apply(matrix, crc) ^ BigInt(`0x${hex}`)
  }
  return crc.toString()
}
