/** Digests in plain JavaScript, against those of other libraries. */
import { assert, describe, it } from "@effect/vitest"
import { createCRC32, createCRC64 } from "hash-wasm"
import { createHash } from "node:crypto"
import { plainChecksums } from "../../../src/layers/hash/PlainChecksums.js"
import { plainSha1 } from "../../../src/layers/hash/plainSha1.js"
import { patterned } from "./TestServer.js"

const running = {
  sha1: plainSha1,
  ...plainChecksums
}

const others = {
  sha1: async (bytes: Uint8Array) => createHash("sha1").update(bytes).digest("hex"),
  md5: async (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex"),
  crc32: async (bytes: Uint8Array) => (await createCRC32()).init().update(bytes).digest("hex"),
  crc64: async (bytes: Uint8Array) => (await createCRC64()).init().update(bytes).digest("hex")
}

/** Around the edges of a block and of the padding, and larger ones. */
const sizes = [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000, 100_003]

describe.each(["sha1", "md5", "crc32", "crc64"] as const)("%s in plain JavaScript", (kind) => {
  it.each(sizes)("of %i bytes, in one piece and in pieces of all sizes", async (size) => {
    const bytes = patterned(size)
    const expected = await others[kind](bytes)
    const whole = running[kind]()
    whole.update(bytes)
    assert.strictEqual(whole.digest(), expected)
    const inPieces = running[kind]()
    for (let from = 0, length = 0; from < size; from += length, length = (length + 7) % 131) {
      inPieces.update(bytes.subarray(from, from + length))
    }
    assert.strictEqual(inPieces.digest(), expected)
  })
})
