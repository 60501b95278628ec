/**
 * The line before the gate of a host in trouble.
 */
import * as Effect from "effect/Effect"
import type { HostGate } from "./HostGate.js"
import type { Errand } from "./HostGates.js"
import { currentErrand } from "./HostGates.js"

/** While another request is out to see, the line looks up so often, in milliseconds. */
const longestLook = 15_000

/**
 * How a request waits at a gate. `rest` sleeps for so many milliseconds, and fails when its time is over.
 */
export interface Waiting<E> {
  readonly until: (time: number) => void
  readonly rest: (millis: number) => Effect.Effect<void, E>
}

/**
 * Runs the effect when its turn has come at the gate, and as one that may ask there.
 */
export const waitAtGate = <A, E, R>(
  gate: HostGate,
  errand: Errand,
  waiting: Waiting<E>,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => {
    const now = () => clock.unsafeCurrentTimeMillis()
    // A request in a request: the outer one has the turn.
    if (errand.holds === gate) {
      const pause = Effect.suspend(() => waiting.rest(Math.max(0, gate.closedUntil - now())))
      return Effect.zipRight(pause, effect)
    }
    return Effect.acquireUseRelease(
      Effect.sync(() => gate.enqueue(now())),
      (turn) => {
        const granted = Effect.async<void>((resume) => {
          turn.onGrant = () => resume(Effect.void)
          if (turn.granted) turn.onGrant()
        })
        // Whoever answers or leaves wakes the next; the end of a pause wakes nobody but those who sleep for it.
        const watch = Effect.suspend(() => {
          gate.grant(now())
          const left = gate.closedUntil - now()
          if (left > 0) waiting.until(gate.closedUntil)
          return waiting.rest(left > 0 ? left : longestLook)
        })
        const held = Effect.locally(effect, currentErrand, { ...errand, holds: gate })
        return Effect.zipRight(Effect.raceFirst(granted, Effect.forever(watch)), held)
      },
      (turn) => Effect.sync(() => gate.release(turn, now()))
    )
  })
