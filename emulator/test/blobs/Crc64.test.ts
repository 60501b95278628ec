import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { createCRC64 } from "hash-wasm"
import * as Crc64 from "../../src/blobs/Crc64.js"

describe("the CRC-64 of joined pieces", () => {
  it("is that of the whole, however it is cut", async () => {
    const hasher = await createCRC64()
    const crcOf = (bytes: Uint8Array) => hasher.init().update(bytes).digest("hex")
    fc.assert(fc.property(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 8 }), (pieces) => {
      const whole = Buffer.concat(pieces)
      const parts = pieces.map((piece) => ({ crc64: crcOf(piece), size: piece.length }))
      assert.strictEqual(Crc64.combine(parts), crcOf(whole))
    }))
  })

  it("is spelled as a decimal number", () => {
    assert.strictEqual(Crc64.toDecimal("995dc9bbdf1939fa"), "11051210869376104954")
  })
})
