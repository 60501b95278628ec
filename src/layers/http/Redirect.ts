/**
 * Where a server sends a GET to, as browsers follow it.
 *
 * @since 1.0.7
 */
import * as Redacted from "effect/Redacted"
import type { ByteReply, SignedAddress } from "../../services/Transport.js"

/**
 * More in a row lead nowhere.
 *
 * @since 1.0.7
 * @category constants
 */
export const mostHops = 5

const statuses = new Set([301, 302, 303, 307, 308])

/** Nobody is led from a protected connection to one that everybody reads, or out of HTTP. */
const isTrusted = (from: URL, to: URL): boolean =>
  to.protocol === "https:" || (to.protocol === "http:" && from.protocol === "http:")

/**
 * The address that the answer names; `undefined` where it names none that may be asked. Headers are signed for one host and stay
 * with it.
 *
 * @since 1.0.7
 * @category combinators
 */
export const followRedirect = (address: SignedAddress, reply: ByteReply): SignedAddress | undefined => {
  const location = reply.headers["location"]
  const url = Redacted.value(address.url)
  if (!statuses.has(reply.status) || location === undefined || !URL.canParse(location, url)) return undefined
  const from = new URL(url)
  const to = new URL(location, from)
  if (!isTrusted(from, to)) return undefined
  return { ...address, url: Redacted.make(to.href), headers: from.origin === to.origin ? address.headers : {} }
}
