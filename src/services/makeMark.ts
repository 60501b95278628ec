/**
 * The mark by which an upload knows its object.
 */
import * as Effect from "effect/Effect"

/**
 * 128 random bits: no other upload marks its object so.
 */
export const makeMark: Effect.Effect<string> = Effect.randomWith((random) => {
  // Each small file has one: the chance is asked for once, and four times in a row.
  const word = Effect.map(random.nextIntBetween(0, 0x1_0000_0000), (word) => word.toString(16).padStart(8, "0"))
  const two = Effect.zipWith(word, word, (one, other) => one + other)
  return Effect.zipWith(two, two, (one, other) => one + other)
})
