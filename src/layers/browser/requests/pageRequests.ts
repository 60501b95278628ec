/**
 * Where a page makes its small requests: in its own thread, or in a worker while many of them come one after the other.
 *
 * @since 1.0.7
 */
import type * as Effect from "effect/Effect"
import type { TransportError } from "../../../domain/errors/TransportError.js"
import type { PartBody, PartReply, SignedAddress } from "../../../services/Transport.js"
import type { FileDigest } from "./RequestProtocol.js"

/**
 * A thread that makes requests: `fetch` as the page's own, for answers of which status, headers and body are read; `put` as `xhrPut`;
 * `digest` gives nothing where the page has to read the file itself.
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
  readonly digest: <Kind extends FileDigest>(
    body: Blob,
    kinds: ReadonlyArray<Kind>
  ) => Effect.Effect<{ readonly [One in Kind]?: string } | undefined>
}

/**
 * The worker, for as long as there is one. All drives of a page share it.
 *
 * @since 1.0.7
 * @category models
 */
export const pageRequests: { thread?: RequestThread | undefined } = {}
