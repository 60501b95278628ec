/**
 * The signed address of one object, asked for when it is needed and kept until it is nearly over or was refused.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { SignedAddress } from "../Transport.js"

/** An address that lives no longer is not begun with, milliseconds. */
const margin = 30_000

export interface AddressBook<E> {
  readonly get: Effect.Effect<SignedAddress, E>
  /** The storage did not take it. */
  readonly drop: (address: SignedAddress) => void
}

/**
 * Several ranges of one object share one address: asking costs a call to the service.
 */
export const make = <E>(ask: Effect.Effect<SignedAddress, E>): AddressBook<E> => {
  const one = Effect.unsafeMakeSemaphore(1)
  let kept: SignedAddress | undefined
  const fresh = Effect.tap(ask, (address) =>
    Effect.sync(() => {
      kept = address
    }))
  return {
    get: one.withPermits(1)(
      Effect.flatMap(
        Clock.currentTimeMillis,
        (now) => kept !== undefined && kept.expiresAt - margin > now ? Effect.succeed(kept) : fresh
      )
    ),
    drop: (address) => {
      if (kept === address) kept = undefined
    }
  }
}
