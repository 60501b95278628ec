/**
 * Ids of uploads and downloads.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

/**
 * Ids unlike any other, also over tabs and years: sessions are kept under them. Clock and chance are asked for once for all of them,
 * so that an id costs next to nothing.
 */
export const makeNewId: Effect.Effect<() => string> = Effect.map(
  Effect.all([Clock.currentTimeMillis, Random.nextIntBetween(0, 2 ** 31), Random.nextIntBetween(0, 2 ** 31)]),
  (words) => {
    let count = 0
    const own = words.map((word) => word.toString(36)).join("-")
    return () => `${own}-${count++}`
  }
)
