/**
 * The mark by which an upload knows its object.
 */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

/**
 * 128 random bits: no other upload marks its object so.
 */
export const makeMark: Effect.Effect<string> = Effect.map(
  Effect.replicateEffect(Random.nextIntBetween(0, 0x1_0000_0000), 4),
  (words) => words.map((word) => word.toString(16).padStart(8, "0")).join("")
)
