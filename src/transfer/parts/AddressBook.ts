/**
 * The signed address of one object, asked for when it is needed and kept until it is nearly over or was refused.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { SignedAddress } from "../../services/Transport.js"

/** Milliseconds that an address must still live for a request to begin with it. */
const margin = 30_000

export interface AddressBook<E> {
  readonly get: Effect.Effect<SignedAddress, E>
  /** Forgets an address that the storage has refused; the next `get` asks for another. */
  readonly drop: (address: SignedAddress) => void
}

/**
 * Several ranges of one object share one address: asking costs a call to the service.
 */
export const make = <E>(ask: Effect.Effect<SignedAddress, E>): AddressBook<E> => {
  const oneAtATime = Effect.unsafeMakeSemaphore(1).withPermits(1)
  let kept: SignedAddress | undefined
  const fresh = Effect.tap(ask, (address) =>
    Effect.sync(() => {
      kept = address
    }))
  return {
    get: oneAtATime(
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
