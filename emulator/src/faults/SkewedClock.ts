/**
 * A clock that is off.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/**
 * Runs with a clock that shows `millis` more than the caller's. Sleeping takes as long as ever.
 */
export const skewedBy = (millis: number) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => {
    const nanos = BigInt(Math.round(millis)) * 1_000_000n
    const skewed: Clock.Clock = {
      [Clock.ClockTypeId]: Clock.ClockTypeId,
      unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis() + millis,
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + millis),
      unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos() + nanos,
      currentTimeNanos: Effect.map(clock.currentTimeNanos, (now) => now + nanos),
      sleep: (duration) => clock.sleep(duration)
    }
    return Effect.withClock(effect, skewed)
  })
