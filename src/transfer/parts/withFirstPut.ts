/**
 * Goes on with a body that was sent already.
 */
import * as Effect from "effect/Effect"
import type { PutAgain } from "../../services/PartSender.js"
import { Transport } from "../../services/Transport.js"

/**
 * The first body that is sent was sent already: what came of that is told in its place.
 */
export const withFirstPut = <A, E, R>(made: PutAgain, sending: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transport, (transport) => {
    let first: PutAgain | undefined = made
    const put: typeof transport.put = (address, body, sent, pace) => {
      const put = address.sendsAnew === true ? transport.put : first ?? transport.put
      first = undefined
      return put(address, body, sent, pace)
    }
    return Effect.provideService(sending, Transport, { ...transport, put })
  })
