/**
 * Connectivity that a test switches.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as SubscriptionRef from "effect/SubscriptionRef"
import type { Connectivity } from "../services/Connectivity.js"

/**
 * A network that a test switches on and off.
 *
 * @since 1.0.7
 * @category models
 */
export interface SwitchableConnectivity {
  readonly service: Connectivity["Type"]
  /** Sets whether the machine is online. */
  readonly set: (online: boolean) => Effect.Effect<void>
}

/**
 * @since 1.0.7
 * @category constructors
 */
export const make: Effect.Effect<SwitchableConnectivity> = Effect.map(SubscriptionRef.make(true), (state) => ({
  service: {
    online: state.get,
    whenOnline: state.changes.pipe(Stream.filter((online) => online), Stream.take(1), Stream.runDrain),
    changes: Stream.drop(state.changes, 1)
  },
  set: (online) => SubscriptionRef.set(state, online)
}))
