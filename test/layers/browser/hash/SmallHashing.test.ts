import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { digestBlob } from "../../../../src/layers/browser/hash/BlobHashing.js"
import { digestSmall, isSmall } from "../../../../src/layers/browser/hash/SmallHashing.js"

const kinds = ["md5", "crc32", "crc64"] as const

const bytesOf = (size: number) => Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 8)) & 255)

describe("checksums of small bodies", () => {
  for (const size of [0, 1, 55, 56, 64, 1000, 65_536]) {
    it.effect(`are those of WebAssembly, ${size} bytes`, () =>
      Effect.gen(function*() {
        const bytes = bytesOf(size)
        const wanted = yield* Effect.promise(() => digestBlob(new Blob([bytes]), kinds, { wanted: () => true }))
        const ofBlob = yield* digestSmall(new Blob([bytes]), kinds)
        const ofBytes = yield* digestSmall(bytes, kinds)
        assert.deepStrictEqual(ofBlob, wanted)
        assert.deepStrictEqual(ofBytes, wanted)
        assert.strictEqual(ofBlob.md5, createHash("md5").update(bytes).digest("hex"))
      }))
  }

  it("are made of 64 KiB at most", () => {
    assert.deepStrictEqual([isSmall(bytesOf(65_536)), isSmall(bytesOf(65_537)), isSmall(new Blob([bytesOf(65_537)]))], [
      true,
      false,
      false
    ])
  })

  it.effect("fail where the file cannot be read", () =>
    Effect.gen(function*() {
      const blob = new Blob(["a"])
      blob.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"))
      assert.deepStrictEqual(yield* Effect.flip(digestSmall(blob, kinds)), { _tag: "Unreadable" })
    }))
})
