import { assert, describe, it } from "@effect/vitest"
import { largestSlice, SliceSize } from "../../../src/layers/node/transport/SliceSize.js"

const KiB = 1024

describe("the size of slices", () => {
  it("doubles while whole slices leave at once, up to 2 MiB", () => {
    const slices = new SliceSize()
    const sizes = Array.from({ length: 6 }, () => {
      const size = slices.current()
      slices.left(size, 25)
      return size / KiB
    })
    assert.deepStrictEqual(sizes, [128, 256, 512, 1024, 2048, 2048])
    assert.strictEqual(slices.current(), largestSlice)
  })

  it("stays where twice as much would take too long, and where a pace or an end made the slice small", () => {
    const slices = new SliceSize()
    slices.left(slices.current(), 26)
    slices.left(slices.current() - 1, 0)
    slices.left(slices.current(), 1000)
    assert.strictEqual(slices.current(), 128 * KiB)
  })

  it("halves with each slice that takes more than a second, down to 64 KiB", () => {
    const slices = new SliceSize()
    slices.left(slices.current(), 0)
    slices.left(slices.current(), 0)
    const sizes = Array.from({ length: 5 }, () => {
      const size = slices.current()
      slices.left(size, 1001)
      return size / KiB
    })
    assert.deepStrictEqual(sizes, [512, 256, 128, 64, 64])
  })

  it("is the smallest after a slice that never left, not after one that was cut by an early answer", () => {
    const slices = new SliceSize()
    slices.abandoned(1000)
    assert.strictEqual(slices.current(), 128 * KiB)
    slices.abandoned(1001)
    assert.strictEqual(slices.current(), 64 * KiB)
  })
})
