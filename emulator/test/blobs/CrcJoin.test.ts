import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import * as CrcJoin from "../../src/blobs/CrcJoin.js"
import * as DigestSet from "../../src/blobs/DigestSet.js"

describe("the CRC of joined pieces", () => {
  for (const name of ["crc32", "crc32c", "crc64", "crc64nvme"] as const) {
    it(`is that of the whole by ${name}, however it is cut`, () =>
      fc.assert(
        fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 8 }), async (pieces) => {
          const crcOf = async (bytes: Uint8Array) => {
            const digestSet = await Effect.runPromise(DigestSet.make([name]))
            digestSet.update(bytes)
            return digestSet.digests()[name] ?? ""
          }
          const parts = await Promise.all(
            pieces.map(async (piece) => ({ digest: await crcOf(piece), size: piece.length }))
          )
          assert.strictEqual(CrcJoin.join(name, parts), await crcOf(Buffer.concat(pieces)))
        }),
        { numRuns: 30 }
      ))
  }
})
