import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { defaultChunkSize, directUploadLimit, maxPartCount } from "../../src/domain/Constants.js"
import type { PartRules } from "../../src/domain/UploadPlan.js"
import * as UploadPlan from "../../src/domain/UploadPlan.js"

const s3: PartRules = {
  minSize: 5_242_880,
  maxSize: 5 * 1024 ** 3,
  maxCount: maxPartCount,
  multipleOf: 1,
  order: "any"
}

const rules: fc.Arbitrary<PartRules> = fc.record({
  minSize: fc.integer({ min: 1, max: 1_000_000 }),
  maxSize: fc.constant(5 * 1024 ** 3),
  maxCount: fc.integer({ min: 1, max: 10_000 }),
  multipleOf: fc.constantFrom(1, 64, 1024),
  order: fc.constantFrom("any", "ascending")
})

const size = fc.oneof(
  fc.integer({ min: 1, max: 20_000_000 }),
  fc.constantFrom(directUploadLimit, directUploadLimit + 1, directUploadLimit - 1, 5 * 1024 ** 4)
)

describe("UploadPlan", () => {
  it("covers every byte once, in order, with parts from 1 to n", () => {
    fc.assert(fc.property(size, fc.integer({ min: 5000, max: 8_000_000 }), (size, partSize) => {
      fc.pre(size / partSize <= 20_000)
      const parts = UploadPlan.partsOf(size, partSize)
      let end = 0
      for (const [index, part] of parts.entries()) {
        assert.strictEqual(part.number, index + 1)
        assert.strictEqual(part.start, end)
        assert.isAbove(part.end, part.start)
        if (part.number < parts.length) assert.strictEqual(part.end - part.start, partSize)
        end = part.end
      }
      assert.strictEqual(end, size)
    }))
  })

  it("grows the default part size until all rules hold", () => {
    fc.assert(fc.property(size, rules, (size, rules) => {
      const least = Math.ceil(size / rules.maxCount)
      fc.pre(least <= rules.maxSize - rules.multipleOf)
      const partSize = Either.getOrThrow(UploadPlan.partSizeFor(size, undefined, rules))
      assert.isAtLeast(partSize, Math.max(defaultChunkSize, rules.minSize))
      assert.isAtMost(UploadPlan.partCount(size, partSize), rules.maxCount)
      assert.strictEqual(partSize % rules.multipleOf, 0)
      assert.isAtMost(partSize, rules.maxSize)
    }))
  })

  it("rounds the default part size up to what is preferred, and no size that is wanted", () => {
    const preferring: PartRules = { ...s3, defaultMultipleOf: 64 }
    fc.assert(fc.property(fc.integer({ min: 1, max: 5 * 1024 ** 4 }), (size) => {
      const partSize = Either.getOrThrow(UploadPlan.partSizeFor(size, undefined, preferring))
      assert.strictEqual(partSize % 64, 0)
      assert.isAtMost(UploadPlan.partCount(size, partSize), maxPartCount)
    }))
    assert.deepStrictEqual(UploadPlan.partSizeFor(1, 5_242_881, preferring), Either.right(5_242_881))
  })

  it("takes a wanted part size as it is or refuses it", () => {
    fc.assert(fc.property(size, fc.integer({ min: -10, max: 10_000_000 }), rules, (size, wanted, rules) => {
      const allowed = wanted >= rules.minSize && wanted % rules.multipleOf === 0 &&
        Math.ceil(size / wanted) <= rules.maxCount
      const result = UploadPlan.partSizeFor(size, wanted, rules)
      if (allowed) assert.deepStrictEqual(result, Either.right(wanted))
      else assert.strictEqual(Either.getOrThrow(Either.flip(result)).field, "chunkSize")
    }))
  })

  it("refuses part sizes that are no whole number", () => {
    for (const wanted of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 6_000_000.5]) {
      assert.isTrue(Either.isLeft(UploadPlan.partSizeFor(1, wanted, s3)))
    }
  })

  it("sends directly up to the limit, in parts above it or when a chunk size is given", () => {
    const plan = (size: number, chunkSize?: number) =>
      Either.getOrThrow(UploadPlan.make({ size, chunkSize, rules: { ...s3, minSize: 1 } }))
    assert.deepStrictEqual(plan(directUploadLimit), { _tag: "Direct", size: directUploadLimit })
    assert.deepStrictEqual(plan(0, 10), { _tag: "Direct", size: 0 })
    assert.deepStrictEqual(plan(11, 10), { _tag: "Multipart", size: 11, partSize: 10, partCount: 2 })
    assert.deepStrictEqual(plan(directUploadLimit + 1), {
      _tag: "Multipart",
      size: directUploadLimit + 1,
      partSize: defaultChunkSize,
      partCount: 2
    })
  })

  it("refuses a file that no allowed part size can hold", () => {
    const tiny = { ...s3, maxSize: 6_000_000, maxCount: 2 }
    const refused = Either.getOrThrow(Either.flip(UploadPlan.make({ size: 20_000_000, rules: tiny })))
    assert.strictEqual(refused.field, "size")
  })
})
