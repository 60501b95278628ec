/**
 * What a client knows of the hosts that it asks, as its calls see it.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { TransportError } from "../domain/errors/TransportError.js"
import { layerOf } from "./inOrder.js"
import type { RetryPolicy } from "./transfers/RetryPolicy.js"
import type { Transport } from "./Transport.js"

/**
 * The head of an answer. Header names are lower case.
 *
 * @since 1.0.7
 * @category models
 */
export interface AnswerHead {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
}

/**
 * @since 1.0.7
 * @category models
 */
export interface Gates {
  /**
   * Sends a request and hears how it ends. Fails at once, with EHOSTDOWN as the error's detail, where its host is known to be in
   * trouble and the request can wait. `path` as in `TransportError`.
   */
  readonly ask: <A extends AnswerHead, R>(
    call: { readonly method: string; readonly path: string },
    sent: Effect.Effect<A, TransportError, R>
  ) => Effect.Effect<A, TransportError, R>
  /** What nobody waits for: its requests can. A host in trouble is left alone as the policy says; left out, the default one. */
  readonly inBackground: <A, E, R>(effect: Effect.Effect<A, E, R>, policy?: RetryPolicy) => Effect.Effect<A, E, R>
  /** The same for all that is left of the fiber. */
  readonly fromNowOn: (policy: RetryPolicy) => Effect.Effect<void>
  /** The transport through what is known of the hosts. */
  readonly over: (transport: Transport.Service) => Transport.Service
}

export declare namespace KnownHosts {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Comes with the code of the first transfer. */
    gates?: Gates
    /**
     * The last answer of the API host that was no refusal, and how long it took in milliseconds. By that a space is opened, and the gates
     * of the first transfer begin.
     */
    lastAnswer?: { readonly origin: string; readonly took: number }
  }
}

/**
 * A host that took longer for its last answer, in milliseconds, has much to do. It is asked for what is needed, and for that one by one.
 *
 * @since 1.0.7
 * @category constants
 */
export const slowAnswer = 2000

/**
 * One a client. Where none is given, each transfer finds out by itself.
 *
 * @since 1.0.7
 * @category tags
 */
export class KnownHosts extends Context.Reference<KnownHosts>()("effect-drive/KnownHosts", {
  defaultValue: (): KnownHosts.Service | undefined => undefined
}) {
  static readonly layer: Layer.Layer<KnownHosts> = layerOf(KnownHosts, Effect.sync(() => ({})))
}
