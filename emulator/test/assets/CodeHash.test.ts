import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import * as CodeHash from "../../src/assets/CodeHash.js"

describe("the hash of a share's code", () => {
  it.effect("is salted, and fits its code alone", () =>
    Effect.gen(function*() {
      const [one, other] = [yield* CodeHash.make("open-sesame"), yield* CodeHash.make("open-sesame")]
      assert.notStrictEqual(one, other)
      assert.match(one, /^scrypt /)
      assert.deepStrictEqual(
        yield* Effect.all([CodeHash.isOf(one, "open-sesame"), CodeHash.isOf(one, "open sesame")]),
        [true, false]
      )
      const fast = createHash("sha256").update("open-sesame").digest("hex")
      assert.isFalse(yield* CodeHash.isOf(fast, "open-sesame"))
      assert.isFalse(yield* CodeHash.isOf("scrypt", ""))
    }))
})
