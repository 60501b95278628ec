/**
 * The checksums of parts in plain JavaScript, for pages whose policy forbids WebAssembly. Both CRCs are
 * one function of ours.
 *
 * @since 1.0.7
 */
import { md5 as md5Hash } from "@noble/hashes/legacy.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import type { PartDigest } from "../../services/PartStore.js"

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

const md5 = (): RunningChecksum => {
  const hash = md5Hash.create()
  return {
    update: (bytes) => {
      hash.update(bytes)
    },
    digest: () => bytesToHex(hash.digest())
  }
}

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
