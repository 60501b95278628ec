/**
 * The mark by which an upload knows its object.
 */
import * as Effect from "effect/Effect"

/**
 * 128 random bits: no other upload marks its object so.
 */
export const makeMark: Effect.Effect<string> = Effect.randomWith((random) =>
  Effect.gen(function*() {
    let mark = ""
    while (mark.length < 32) {
      const word = yield* random.nextIntBetween(0, 0x1_0000_0000)
      mark += word.toString(16).padStart(8, "0")
    }
    return mark
  })
)
