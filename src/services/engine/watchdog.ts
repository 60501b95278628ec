/**
 * Requests that have stopped moving are broken off: nothing else ends them, and the network does not say.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { BodyPace, PartBody, SignedAddress } from "../Transport.js"
import { Transport } from "../Transport.js"
import type { WatchdogLimits } from "./patience.js"

/** Origin and path: the query of a signed address is a secret. */
const pathOf = (address: SignedAddress): string => {
  const url = Redacted.value(address.url)
  const query = url.indexOf("?")
  return query < 0 ? url : url.slice(0, query)
}

/**
 * Sends a body, and breaks it off when it stalls. What waits for its `pace` does not.
 */
export const put = (
  limits: WatchdogLimits,
  address: SignedAddress,
  body: PartBody,
  sent: (bytes: number) => void,
  pace?: BodyPace
) =>
  Effect.gen(function*() {
    const transport = yield* Transport
    const clock = yield* Effect.clock
    let left = body instanceof Uint8Array ? body.length : body.size
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

    /** The watch sleeps for as long as it was patient when it fell asleep; less patience wakes it. */
    const lessPatient = Effect.unsafeMakeLatch(false)

    const moved = (bytes: number) => {
      left -= bytes
      const before = patience
      patience = left > 0 ? limits.idle : limits.answer
      lastMove = clock.unsafeCurrentTimeMillis()
      if (Duration.lessThan(patience, before)) lessPatient.unsafeOpen()
      sent(bytes)
    }
    const sleep = (millis: number) =>
      Effect.zipRight(Effect.raceFirst(Effect.sleep(millis), lessPatient.await), lessPatient.close)
    const watch: Effect.Effect<never, TransportError> = Effect.suspend(() => {
      if (held) lastMove = clock.unsafeCurrentTimeMillis()
      const rest = lastMove + Duration.toMillis(patience) - clock.unsafeCurrentTimeMillis()
      return rest > 0
        ? Effect.zipRight(sleep(rest), watch)
        : new TransportError({
          reason: "Stalled",
          method: "PUT",
          path: pathOf(address),
          detail: left > 0 ? `${left} bytes were left to send` : "all bytes were sent, no answer came"
        })
    })
    return yield* Effect.raceFirst(transport.put(address, body, moved, paced), watch)
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
