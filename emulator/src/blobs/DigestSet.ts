/**
 * Several digests over the same bytes in one pass.
 */
import * as Effect from "effect/Effect"
import { createCRC32, createCRC64 } from "hash-wasm"
import { createHash } from "node:crypto"
import { crc32 } from "node:zlib"
import type { DigestName, Digests } from "./Blob.js"

export interface DigestSet {
  readonly update: (chunk: Uint8Array) => void
  /** Ends all of them. */
  readonly digests: () => Digests
}

interface Digest {
  readonly update: (chunk: Uint8Array) => unknown
  readonly hex: () => string
}

const castagnoli = 0x82f63b78
const nvme = "9a6c9329ac4bc9b5"

const fromCrypto = (algorithm: string): Digest => {
  const hash = createHash(algorithm)
  return { update: (chunk) => hash.update(chunk), hex: () => hash.digest("hex") }
}

const fromZlibCrc32 = (): Digest => {
  let value = 0
  return {
    update: (chunk) => {
      value = crc32(chunk, value)
    },
    hex: () => value.toString(16).padStart(8, "0")
  }
}

const fromWasm = (create: ReturnType<typeof createCRC32>): Promise<Digest> =>
  create.then((hash) => ({ update: (chunk) => hash.update(chunk), hex: () => hash.digest("hex") }))

const start = (name: DigestName): Digest | Promise<Digest> => {
  switch (name) {
    case "md5":
    case "sha1":
    case "sha256":
      return fromCrypto(name)
    case "crc32":
      return fromZlibCrc32()
    case "crc32c":
      return fromWasm(createCRC32(castagnoli))
    case "crc64":
      return fromWasm(createCRC64())
    case "crc64nvme":
      return fromWasm(createCRC64(nvme))
  }
}

/**
 * Starts the digests of these names; a name given twice is taken once.
 */
export const make = (names: Iterable<DigestName>): Effect.Effect<DigestSet> =>
  Effect.map(
    Effect.forEach(new Set(names), (name) =>
      Effect.map(Effect.promise(() => Promise.resolve(start(name))), (digest) => ({ name, digest }))),
    (running) => ({
      update: (chunk) => {
        for (const { digest } of running) {
          digest.update(chunk)
        }
      },
      digests: () =>
        Object.fromEntries(running.map(({ digest, name }) => [name, digest.hex()]))
    })
  )
