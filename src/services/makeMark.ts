/**
 * The mark by which an upload knows its object.
 */
import * as Effect from "effect/Effect"

const word = (random: number): string => Math.floor(random * 0x1_0000_0000).toString(16).padStart(8, "0")

/**
 * 128 random bits: no other upload marks its object so.
 */
export const makeMark: Effect.Effect<string> = Effect.randomWith(({ next }) =>
  Effect.flatMap(
    next,
    (one) =>
      Effect.flatMap(next, (two) =>
        Effect.flatMap(next, (three) =>
          Effect.map(next, (four) => word(one) + word(two) + word(three) + word(four))))
  )
)
