/**
 * The checksums of parts in plain JavaScript, for pages whose policy forbids WebAssembly.
 *
 * @since 1.0.7
 */
import type { PartDigest } from "../../services/PartStore.js"
import { runningBlocks } from "./PlainBlocks.js"

/**
 * A running checksum; the digest is hex.
 *
 * @since 1.0.7
 * @category models
 */
export interface RunningChecksum {
  readonly update: (bytes: Uint8Array) => void
  readonly digest: () => string
}

/** Eight digits. */
const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, "0")

const rotations = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]

/** RFC 1321: of each step the word of the block, its constant and its rotation. */
const md5Steps = Array.from({ length: 64 }, (_, step) => {
  const round = step >> 4
  return {
    round,
    word: (round === 0 ? step : round === 1 ? 5 * step + 1 : round === 2 ? 3 * step + 5 : 7 * step) & 15,
    constant: Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32) | 0,
    rotation: rotations[round]![step & 3]!
  }
})

const md5Block = (state: Int32Array, block: DataView, offset: number): void => {
  let a = state[0]!, b = state[1]!, c = state[2]!, d = state[3]!
  for (const { constant, rotation, round, word } of md5Steps) {
    const mixed = round === 0
      ? (b & c) | (~b & d)
      : round === 1
      ? (d & b) | (~d & c)
      : round === 2
      ? b ^ c ^ d
      : c ^ (b | ~d)
    const sum = (a + mixed + constant + block.getInt32(offset + 4 * word, true)) | 0
    a = d
    d = c
    c = b
    b = (b + ((sum << rotation) | (sum >>> (32 - rotation)))) | 0
  }
  state[0] = state[0]! + a
  state[1] = state[1]! + b
  state[2] = state[2]! + c
  state[3] = state[3]! + d
}

const md5 = (): RunningChecksum =>
  runningBlocks({
    initial: [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476],
    compress: md5Block,
    littleEndian: true
  })

interface Words {
  readonly high: number
  readonly low: number
}

/** What each value of a byte does to a reflected CRC: the higher words, then the lower ones. */
const crcTable = (polynomial: Words): Int32Array => {
  const table = new Int32Array(512)
  for (let value = 0; value < 256; value++) {
    let high = 0
    let low = value
    for (let bit = 0; bit < 8; bit++) {
      const isOdd = (low & 1) === 1
      low = ((low >>> 1) | (high << 31)) ^ (isOdd ? polynomial.low : 0)
      high = (high >>> 1) ^ (isOdd ? polynomial.high : 0)
    }
    table[value] = high
    table[256 + value] = low
  }
  return table
}

/** One of 64 bits; one of 32 bits is that whose higher word stays 0. */
const crc = (polynomial: Words, start: Words, hexOf: (high: number, low: number) => string): RunningChecksum => {
  const table = crcTable(polynomial)
  let { high, low } = start
  return {
    update: (bytes) => {
      for (let at = 0; at < bytes.length; at++) {
        const value = (low ^ bytes[at]!) & 255
        low = ((low >>> 8) | (high << 24)) ^ table[256 + value]!
        high = (high >>> 8) ^ table[value]!
      }
    },
    digest: () => hexOf(~high, ~low)
  }
}

/**
 * Each begins anew.
 *
 * @since 1.0.7
 * @category constructors
 */
export const plainChecksums: { readonly [Kind in keyof PartDigest]-?: () => RunningChecksum } = {
  md5,
  crc32: () => crc({ high: 0, low: 0xedb88320 }, { high: 0, low: -1 }, (_, low) => hex(low)),
  crc64: () => crc({ high: 0xc96c5795, low: 0xd7870f42 }, { high: -1, low: -1 }, (high, low) => hex(high) + hex(low))
}
