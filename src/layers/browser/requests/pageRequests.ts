/**
 * Where a page makes its small requests: in its own thread, or in a worker while many of them come one after the other.
 *
 * @since 1.0.7
 */
import type * as Effect from "effect/Effect"
import type { TransportError } from "../../../domain/errors/TransportError.js"
import type { PartBody, PartReply, SignedAddress } from "../../../services/Transport.js"

/**
 * A thread that makes requests: `fetch` as the page's own, for answers of which status, headers and body are read; `put` as `xhrPut`.
 *
 * @since 1.0.7
 * @category models
 */
export interface RequestThread {
  readonly fetch: typeof globalThis.fetch
  readonly put: (
    address: SignedAddress,
    body: PartBody,
    sent: (bytes: number) => void
  ) => Effect.Effect<PartReply, TransportError>
}

/**
 * The worker, for as long as there is one. All drives of a page share it.
 *
 * @since 1.0.7
 * @category models
 */
export const pageRequests: { thread?: RequestThread | undefined } = {}
