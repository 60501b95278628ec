/**
 * Sign-ins: whoever was refused with 401 waits for the next one. They are counted, because the next one may come between
 * the refusal and the waiting.
 */
import * as Effect from "effect/Effect"

export class SignIns {
  private readonly waiting = new Set<() => void>()
  private seen = 0

  count(): number {
    return this.seen
  }

  /** A user has signed in. */
  next(): void {
    this.seen++
    const waiting = [...this.waiting]
    this.waiting.clear()
    for (const wake of waiting) wake()
  }

  /** Waits until there were more sign-ins than `count`. */
  after(count: number): Effect.Effect<void> {
    return Effect.async((resume) => {
      const wake = () => resume(Effect.void)
      if (this.seen > count) return wake()
      this.waiting.add(wake)
      return Effect.sync(() => this.waiting.delete(wake))
    })
  }
}
