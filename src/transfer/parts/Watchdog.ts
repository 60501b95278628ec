/**
 * Requests that have stopped moving are broken off: nothing else ends them, and the network does not say.
 */
import * as Cause from "effect/Cause"
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { PutAgain } from "../../services/PartSender.js"
import type { WatchdogLimits } from "../../services/transfers/RetryPolicy.js"
import type { BodyPace, PartReply, SignedAddress } from "../../services/Transport.js"
import { unlessLate } from "./Alarm.js"

/**
 * Origin and path: the query of a signed address is a secret.
 */
export const pathOf = (address: SignedAddress): string => {
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
 * What was answered, and which address was asked.
 */
export interface Sent {
  readonly address: SignedAddress
  readonly reply: PartReply
}

/**
 * The limit may become shorter while the watch sleeps: it never sleeps for longer than the shortest there is. In milliseconds.
 */
export const longestSleep = (limits: WatchdogLimits): number =>
  Math.min(...[limits.connect, limits.idle, limits.answer].map(Duration.toMillis))

/**
 * A body that stands still with so many bytes left.
 */
export const stalled = (address: SignedAddress, left: number): TransportError =>
  new TransportError({
    reason: "Stalled",
    method: "PUT",
    path: pathOf(address),
    detail: left > 0 ? `${left} bytes were left to send` : "all bytes were sent, no answer came"
  })

/**
 * What came of a body of this size that stands still. Whoever looks into it hears how much of it has left: where that is all of it, the
 * storage is asked before it is sent again.
 */
export const lateOutcome = (address: SignedAddress, size: number, left: number) => {
  const failure = stalled(address, left)
  const again: PutAgain = (_address, _body, sent) =>
    Effect.suspend(() => {
      sent(size - left)
      return failure
    })
  return { failure, again }
}

/**
 * Gets an address, sends a body of so many bytes to it, and breaks off whichever stands still. Waiting for the `pace` is not standing
 * still. One watch is over both, because each one more would cost a fiber a part.
 */
export const put = <E, R>(
  limits: WatchdogLimits,
  findAddress: Effect.Effect<SignedAddress, E, R>,
  load: { readonly size: number; readonly put: Put },
  sent: (bytes: number) => void,
  pace?: BodyPace
): Effect.Effect<Sent, E | TransportError, R> =>
  Effect.clockWith((clock) => {
    let address: SignedAddress | undefined
    let left = load.size
    let limit = limits.answer
    let lastMove = clock.unsafeCurrentTimeMillis()
    let held = false

    const move = (next: Duration.Duration) => {
      limit = next
      lastMove = clock.unsafeCurrentTimeMillis()
    }

    const awaitTurn = (turn: Effect.Effect<number>) =>
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
      return Exit.isExit(turn) ? turn : awaitTurn(turn)
    }

    const noteSent = (bytes: number) => {
      left -= bytes
      move(left > 0 ? limits.idle : limits.answer)
      sent(bytes)
    }

    const late = (): TransportError => {
      if (address === undefined) return noAnswer(limits.answer, { method: "GET", path: "address" })
      return stalled(address, left)
    }
    const most = longestSleep(limits)
    /** Milliseconds until it has to be looked at again; none when it is late. */
    const rest = (): number => {
      const now = clock.unsafeCurrentTimeMillis()
      // The clock may have been set back.
      lastMove = held ? now : Math.min(lastMove, now)
      return Math.min(lastMove + Duration.toMillis(limit) - now, most)
    }

    const sending = Effect.flatMap(findAddress, (found) => {
      address = found
      move(left > 0 ? limits.connect : limits.answer)
      return Effect.map(load.put(found, noteSent, paced), (reply): Sent => ({ address: found, reply }))
    })
    return unlessLate(clock, sending, rest, late)
  })

/**
 * Watches a body that is sent by a plain call to an address that is known, as `put` does. `rest`: as a `Limit` has it.
 */
export const watchBody = (clock: Clock.Clock, limits: WatchdogLimits, size: number) => {
  let left = size
  let limit = Duration.toMillis(limits.connect)
  let lastMove = clock.unsafeCurrentTimeMillis()
  const most = longestSleep(limits)
  return {
    left: () => left,
    moved: (bytes: number) => {
      left -= bytes
      limit = Duration.toMillis(left > 0 ? limits.idle : limits.answer)
      lastMove = clock.unsafeCurrentTimeMillis()
    },
    rest: () => {
      const now = clock.unsafeCurrentTimeMillis()
      lastMove = Math.min(lastMove, now)
      return Math.min(lastMove + limit - now, most)
    }
  }
}

interface Call {
  readonly method: string
  readonly path: string
}

/**
 * Nobody has answered within the limit.
 */
export const noAnswer = (limit: Duration.Duration, call: Call): TransportError =>
  new TransportError({ reason: "Timeout", detail: `no answer within ${Duration.format(limit)}`, ...call })

/**
 * The time that is left of a call which begins now, as a `Limit` has it.
 */
export const restOf = (clock: Clock.Clock, limit: Duration.Duration): () => number => {
  const millis = Duration.toMillis(limit)
  let end = clock.unsafeCurrentTimeMillis() + millis
  return () => {
    const now = clock.unsafeCurrentTimeMillis()
    // The clock may have been set back.
    end = Math.min(end, now + millis)
    return end - now
  }
}

/**
 * Breaks off a control call that is not answered in time.
 */
export const withTimeLimit =
  (limit: Duration.Duration, call: Call) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | TransportError, R> =>
    Effect.clockWith((clock) => unlessLate(clock, effect, restOf(clock, limit), () => noAnswer(limit, call)))

/**
 * Breaks off a list when its next page does not come in time.
 */
export const withPageLimit =
  (limit: Duration.Duration, call: Call) =>
  <A, E, R>(pages: Stream.Stream<A, E, R>): Stream.Stream<A, E | TransportError, R> =>
    Stream.timeoutFailCause(pages, () => Cause.fail(noAnswer(limit, call)), limit)
