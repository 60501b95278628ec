/**
 * A speed limit over all transfers of a kind, a bucket of tokens: whoever sends waits until the debt of those before is paid off.
 *
 * `Stream.throttle` is no help here: with its "shape" strategy a negative balance refills the bucket.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** Milliseconds that may be caught up with, so that timers which wake late do not lower the mean. */
const mostCredit = 50

/** Slices a second, so that many connections all keep moving, and each second is filled within a few hundredths. */
const slicesPerSecond = 40

const leastSlice = 1024

export class SpeedLimit {
  private free = 0
  private seen = 0
  private changed = Effect.unsafeMakeLatch(false)

  /** Bytes per second; 0 = no limit. */
  constructor(private bytesPerSecond = 0) {}

  /** Whoever waits under the old limit waits under the new one instead. */
  set(bytesPerSecond: number): void {
    this.bytesPerSecond = bytesPerSecond
    this.free = 0
    this.changed.unsafeOpen()
    this.changed = Effect.unsafeMakeLatch(false)
  }

  /** Waits until the debt of those before is paid off; that for these bytes is waited for by whoever comes next. */
  take(bytes: number): Effect.Effect<void> {
    return Effect.asVoid(this.granted(() => bytes))
  }

  /**
   * Waits in the same way, and gives how many of the bytes that are left may go. Without a limit that is an `Exit`, which can be read
   * without a fiber.
   */
  slice(left: number): Effect.Effect<number> {
    return this.bytesPerSecond === 0
      ? Exit.succeed(left)
      : this.granted((rate) => Math.min(left, Math.max(leastSlice, Math.floor(rate / slicesPerSecond))), left)
  }

  private granted(bytesAt: (rate: number) => number, unlimited = 0): Effect.Effect<number> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (this.bytesPerSecond === 0) return Effect.succeed(unlimited)
      const bytes = bytesAt(this.bytesPerSecond)
      // A clock that was set back takes the debt with it.
      this.free -= Math.max(0, this.seen - now)
      this.seen = now
      const turn = Math.max(now - mostCredit, this.free)
      this.free = turn + (bytes / this.bytesPerSecond) * 1000
      if (turn <= now) return Effect.succeed(bytes)
      const again = Effect.as(this.changed.await, true)
      const isAgain = Effect.raceFirst(Effect.as(Effect.sleep(turn - now), false), again)
      return Effect.flatMap(isAgain, (changed) => changed ? this.granted(bytesAt, unlimited) : Effect.succeed(bytes))
    })
  }
}
