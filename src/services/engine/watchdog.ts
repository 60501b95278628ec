/**
 * Requests that have stopped moving are broken off: nothing else ends them, and the network does not say.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { BodyPace, PartReply, SignedAddress } from "../Transport.js"
import type { WatchdogLimits } from "./patience.js"

/** Origin and path: the query of a signed address is a secret. */
const pathOf = (address: SignedAddress): string => {
  const url = Redacted.value(address.url)
  const query = url.indexOf("?")
  return query < 0 ? url : url.slice(0, query)
}

/**
 * Sends one body to an address.
 */
export type Put = (
  address: SignedAddress,
  sent: (bytes: number) => void,
  pace?: BodyPace
) => Effect.Effect<PartReply, TransportError>

/**
 * Sends a body of so many bytes, and breaks it off when it stalls. What waits for its `pace` does not.
 */
export const put = (
  limits: WatchdogLimits,
  address: SignedAddress,
  load: { readonly size: number; readonly put: Put },
  sent: (bytes: number) => void,
  pace?: BodyPace
) =>
  Effect.gen(function*() {
    const clock = yield* Effect.clock
    let left = load.size
    let patience = left > 0 ? limits.connect : limits.answer
    let lastMove = clock.unsafeCurrentTimeMillis()

    let held = false
    const watched = (turn: Effect.Effect<number>) =>
      Effect.suspend(() => {
        held = true
        return turn
      }).pipe(
        Effect.ensuring(Effect.sync(() => {
          held = false
          lastMove = clock.unsafeCurrentTimeMillis()
        }))
      )
    const paced: BodyPace | undefined = pace === undefined ? undefined : (most) => {
      const turn = pace(most)
      return Exit.isExit(turn) ? turn : watched(turn)
    }

    /** Never asleep for longer than the least patience, the watch is awake in time whatever becomes of it. */
    const least = Math.min(...[limits.connect, limits.idle, limits.answer].map(Duration.toMillis))

    const moved = (bytes: number) => {
      left -= bytes
      patience = left > 0 ? limits.idle : limits.answer
      lastMove = clock.unsafeCurrentTimeMillis()
      sent(bytes)
    }
    const watch: Effect.Effect<never, TransportError> = Effect.suspend(() => {
      if (held) lastMove = clock.unsafeCurrentTimeMillis()
      const rest = lastMove + Duration.toMillis(patience) - clock.unsafeCurrentTimeMillis()
      return rest > 0
        ? Effect.zipRight(Effect.sleep(Math.min(rest, least)), watch)
        : new TransportError({
          reason: "Stalled",
          method: "PUT",
          path: pathOf(address),
          detail: left > 0 ? `${left} bytes were left to send` : "all bytes were sent, no answer came"
        })
    })
    return yield* Effect.raceFirst(load.put(address, moved, paced), watch)
  })

/**
 * Breaks off a control call that is not answered in time.
 */
export const answered =
  (limit: Duration.Duration, call: { readonly method: string; readonly path: string }) =>
  <A, E, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | TransportError, R> =>
    Effect.timeoutFail(effect, {
      duration: limit,
      onTimeout: () =>
        new TransportError({ reason: "Timeout", detail: `no answer within ${Duration.format(limit)}`, ...call })
    })
