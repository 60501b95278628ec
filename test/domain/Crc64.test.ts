import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { createCRC64 } from "hash-wasm"
import { beforeAll } from "vitest"
import * as Crc64 from "../../src/domain/Crc64.js"

let hasher: Awaited<ReturnType<typeof createCRC64>>

beforeAll(async () => {
  hasher = await createCRC64()
})

const crc64 = (bytes: Uint8Array): string => BigInt(`0x${hasher.init().update(bytes).digest("hex")}`).toString()

const partsOf = (pieces: ReadonlyArray<Uint8Array>) =>
  pieces.map((bytes) => ({ size: bytes.length, crc64: crc64(bytes) }))

describe("CRC64 of parts", () => {
  it("is the check value of the standard, however the text is cut", () => {
    const text = new TextEncoder().encode("123456789")
    for (let cut = 0; cut <= text.length; cut++) {
      const whole = Crc64.joined(partsOf([text.subarray(0, cut), text.subarray(cut)]))
      assert.strictEqual(whole, BigInt("0x995dc9bbdf1939fa").toString())
    }
  })

  it("is that of the whole, for any pieces", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 12 }), (pieces) => {
        assert.strictEqual(Crc64.joined(partsOf(pieces)), crc64(Buffer.concat(pieces)))
      })
    )
  })

  it("tells an order of parts from another", () => {
    const [one, other] = partsOf([Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5, 6)])
    if (one === undefined || other === undefined) throw new Error("two pieces are two parts")
    assert.notStrictEqual(Crc64.joined([one, other]), Crc64.joined([other, one]))
  })

  it("takes sizes beyond 32 bits: zeros behind leave no trace of how they were counted", () => {
    const start = { size: 3, crc64: crc64(Uint8Array.of(1, 2, 3)) }
    const zeros = (power: number): { readonly size: number; readonly crc64: string } => {
      let known = { size: 1024, crc64: crc64(new Uint8Array(1024)) }
      while (known.size < 2 ** power) known = { size: known.size * 2, crc64: Crc64.joined([known, known]) }
      return known
    }
    const [half, full] = [zeros(33), zeros(34)]
    assert.strictEqual(Crc64.joined([start, full]), Crc64.joined([start, half, half]))
  })
})
