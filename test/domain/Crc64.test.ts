import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { createCRC64 } from "hash-wasm"
import * as Crc64 from "../../src/domain/Crc64.js"
import { crc64Text } from "../../src/layers/hash/Checksums.js"

const hash = await createCRC64()

const crc64 = (bytes: Uint8Array) => crc64Text(hash.init().update(bytes).digest("hex"))

describe("CRC-64", () => {
  it("is the one of OSS: the check value of CRC-64/XZ", () => {
    assert.strictEqual(crc64(new TextEncoder().encode("123456789")), BigInt("0x995dc9bbdf1939fa").toString())
  })

  it("of joined pieces is that of the whole", () => {
    fc.assert(fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 }), (pieces) => {
      const parts = pieces.map((piece) => ({ size: piece.length, crc64: crc64(piece) }))
      assert.strictEqual(Crc64.joined(parts), crc64(Buffer.concat(pieces)))
    }))
  })
})
