/**
 * A speed limit over all uploads: whoever sends waits until the debt of those before is paid off.
 *
 * `Stream.throttle` is no help here: with its "shape" strategy a negative balance refills the bucket.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

export class Pace {
  private free = 0
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

  /** Waits for its turn; the bytes themselves are paid for by the next one. */
  take(bytes: number): Effect.Effect<void> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (this.bytesPerSecond === 0) return Effect.void
      const turn = Math.max(now, this.free)
      this.free = turn + (bytes / this.bytesPerSecond) * 1000
      if (turn === now) return Effect.void
      const again = Effect.as(this.changed.await, true)
      const isAgain = Effect.raceFirst(Effect.as(Effect.sleep(turn - now), false), again)
      return Effect.flatMap(isAgain, (changed) => changed ? this.take(bytes) : Effect.void)
    })
  }
}
