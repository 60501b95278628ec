/**
 * A clock that is set while sleepers sleep on, as a machine's clock is: its timers do not follow it.
 */
import { Clock, Effect } from "effect"

/**
 * A clock whose time is off by so many milliseconds.
 */
export const clockOver = (below: Clock.Clock, offset: () => number): Clock.Clock => {
  const millis = () => below.unsafeCurrentTimeMillis() + offset()
  const nanos = () => below.unsafeCurrentTimeNanos() + BigInt(offset()) * 1_000_000n
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: millis,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) => below.sleep(duration)
  }
}

/**
 * Runs the effect by a clock over the one that is there. `set` moves its time by so many milliseconds.
 */
export const withSettableClock = <A, E, R>(use: (set: (by: number) => void) => Effect.Effect<A, E, R>) =>
  Effect.clockWith((below) => {
    let offset = 0
    const set = (by: number) => {
      offset += by
    }
    return Effect.withClock(use(set), clockOver(below, () => offset))
  })
