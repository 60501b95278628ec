/**
 * A body that a plain call or a thread has sent, and that a run goes on with.
 */
import * as Effect from "effect/Effect"
import type { PutAgain } from "../../services/PartSender.js"
import { Transport } from "../../services/Transport.js"

/**
 * Tells the outcome of that request in place of sending the first body; all others are sent.
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
