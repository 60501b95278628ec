/** The CRC-64 of our own WebAssembly, against that of another library. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { createCRC64 } from "hash-wasm"
import { readFileSync } from "node:fs"
import { beforeAll } from "vitest"
import { crc64Module, isMultiple, target } from "../../../scripts/crc64Wasm.js"
import { blockSize, span } from "../../../src/layers/hash/Crc64Wasm.js"
import { startCrc64 } from "../../../src/layers/hash/RunningCrc64.js"
import { patterned } from "./TestServer.js"

let other: Awaited<ReturnType<typeof createCRC64>>

beforeAll(async () => {
  other = await createCRC64()
})

const expected = (bytes: Uint8Array): string => BigInt(`0x${other.init().update(bytes).digest("hex")}`).toString()

const crc64 = (pieces: ReadonlyArray<Uint8Array>): string => {
  const running = startCrc64()
  for (const piece of pieces) running.update(piece)
  return running.digest()
}

describe("CRC-64", () => {
  it("is the check value of the standard, and zero for no bytes", () => {
    assert.strictEqual(crc64([new TextEncoder().encode("123456789")]), BigInt("0x995dc9bbdf1939fa").toString())
    assert.strictEqual(crc64([]), "0")
  })

  it("is right at every size around what is folded at a time", () => {
    const bytes = patterned(2 * blockSize + 100)
    const sizes = [
      0,
      1,
      15,
      16,
      17,
      63,
      64,
      65,
      span - 1,
      span,
      span + 1,
      2 * span,
      blockSize - 1,
      blockSize,
      blockSize + 1
    ]
    for (const size of [...sizes, 2 * blockSize, bytes.length]) {
      assert.strictEqual(crc64([bytes.subarray(0, size)]), expected(bytes.subarray(0, size)), String(size))
      assert.strictEqual(crc64([new Uint8Array(size)]), expected(new Uint8Array(size)), `${size} zeros`)
    }
  })

  it("is that of all bytes, however they come", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 3 * span }), { maxLength: 8 }), (pieces) => {
        assert.strictEqual(crc64(pieces), expected(Buffer.concat(pieces)))
      })
    )
    const large = patterned(1_000_000)
    fc.assert(
      fc.property(fc.array(fc.nat({ max: large.length }), { maxLength: 6 }), (cuts) => {
        const ends = [...cuts, large.length].sort((one, next) => one - next)
        assert.strictEqual(crc64(ends.map((end, index) => large.subarray(ends[index - 1] ?? 0, end))), expected(large))
      }),
      { numRuns: 20 }
    )
  })

  it("of several at a time do not disturb each other, and a digest may be followed by more bytes", () => {
    const [one, two] = [startCrc64(), startCrc64()]
    const bytes = patterned(50_000)
    for (let start = 0; start < bytes.length; start += 10_000) {
      one.update(bytes.subarray(start, start + 10_000))
      two.update(bytes.subarray(start, start + 9000))
      assert.strictEqual(one.digest(), expected(bytes.subarray(0, start + 10_000)))
    }
    assert.notStrictEqual(two.digest(), one.digest())
  })

  it("is computed by the module that the script writes, whose polynomial is a multiple of the CRC's", () => {
    assert.isTrue(isMultiple())
    assert.isTrue(readFileSync(target, "utf8") === crc64Module(), "run `node scripts/crc64Wasm.js`")
  })
})
