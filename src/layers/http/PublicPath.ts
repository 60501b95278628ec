/**
 * What may be said of a signed address: its origin and path. The query is the secret.
 *
 * @since 1.0.7
 */
import * as Redacted from "effect/Redacted"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { SignedAddress } from "../../services/Transport.js"

/**
 * Origin and path of an address, without the query.
 *
 * @since 1.0.7
 * @category combinators
 */
export const publicPath = (address: SignedAddress): string => {
  const url = Redacted.value(address.url)
  if (!URL.canParse(url)) return "(not an address)"
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

/**
 * The error of a request that got no answer.
 *
 * @since 1.0.7
 * @category constructors
 */
export const networkFailure = (method: "GET" | "PUT", address: SignedAddress, detail: string): TransportError =>
  new TransportError({ reason: "Network", method, path: publicPath(address), detail })
