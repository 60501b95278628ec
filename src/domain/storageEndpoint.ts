/**
 * The address of a storage, as the service writes it.
 *
 * @since 1.0.7
 */
import * as Option from "effect/Option"

const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i

/**
 * Scheme, host and path of an endpoint, without a slash at the end. A bare host means https. `None` when it is not an
 * http or https address (spec point 5: endpoint protocol http or https). User names, queries and fragments are dropped.
 *
 * @since 1.0.7
 * @category constructors
 */
export const storageEndpoint = (text: string): Option.Option<string> => {
  const address = hasScheme.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return Option.none()
  const url = new URL(address)
  return url.protocol === "http:" || url.protocol === "https:"
    ? Option.some(`${url.origin}${url.pathname.replace(/\/+$/, "")}`)
    : Option.none()
}
