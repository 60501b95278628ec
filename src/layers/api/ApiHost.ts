/**
 * Where the product API lives: said by the application, or derived from the site that the page belongs to.
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import { InvalidInput } from "../../domain/errors/InputErrors.js"

/**
 * Says whether the page may set a cookie for this domain. It may not for a public suffix such as `co.uk`.
 *
 * @since 1.0.7
 * @category models
 */
export type CookieProbe = (domain: string) => boolean

/**
 * The part of a page that the rule looks at.
 *
 * @since 1.0.7
 * @category models
 */
export interface Page {
  readonly location: URL
  readonly acceptsCookieFor: CookieProbe
}

const refuse = (message: string): Either.Either<never, InvalidInput> =>
  Either.left(new InvalidInput({ field: "apiHost", message }))

/**
 * The origin in the text, without a slash at the end. Anything but scheme (http or https), host and port is refused.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fromText = (text: string): Either.Either<string, InvalidInput> => {
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:/.test(url.href) && url.href === `${url.origin}/`
    ? Either.right(url.origin)
    : refuse("apiHost must be an http or https origin and nothing more, such as https://api.example.com")
}

const isAddress = (host: string): boolean => host.startsWith("[") || /^\d+(\.\d+){3}$/.test(host)

/** Hosts that have no registrable domain: IP addresses, localhost and names of a local network. */
const isLocal = (host: string): boolean => isAddress(host) || !host.includes(".") || host.endsWith(".localhost")

/** Suffixes of a host from the shortest to the host itself: `uk`, `co.uk`, `example.co.uk`, `www.example.co.uk`. */
const suffixes = (host: string): ReadonlyArray<string> => {
  const labels = host.split(".")
  return labels.map((_, index) => labels.slice(labels.length - 1 - index).join("."))
}

/**
 * The API host of a page: `api.` before the site's registrable domain, which is the shortest one that takes a cookie;
 * scheme as the page's, standard port. The page's own origin on localhost, on an IP address, and where no domain takes
 * a cookie, so that credentials never leave the site.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fromPage = (page: Page): Either.Either<string, InvalidInput> => {
  const { location } = page
  if (location.protocol !== "http:" && location.protocol !== "https:") {
    return refuse(`apiHost is required: a page at ${location.protocol} belongs to no site`)
  }
  const host = location.hostname.replace(/\.$/, "")
  const domain = isLocal(host) ? undefined : suffixes(host).find(page.acceptsCookieFor)
  return Either.right(domain === undefined ? location.origin : `${location.protocol}//api.${domain}`)
}

/**
 * The rule as a whole. Without a page (Node) only an explicit origin will do.
 *
 * @since 1.0.7
 * @category constructors
 */
export const resolve = (
  wanted: string | ((location: URL) => string) | undefined,
  page: Page | undefined
): Either.Either<string, InvalidInput> => {
  if (typeof wanted === "string") return fromText(wanted)
  if (page === undefined) return refuse("apiHost is required where there is no page to derive it from")
  if (wanted === undefined) return fromPage(page)
  return Either.try({
    try: () => wanted(page.location),
    catch: () => new InvalidInput({ field: "apiHost", message: "the apiHost function failed for this page" })
  }).pipe(Either.flatMap(fromText))
}

const probeName = "effect-drive-probe"

/**
 * Tries a cookie in the document and takes it away again. The value is the domain itself, so that a cookie left behind
 * by a broken-off try on a longer domain proves nothing for a shorter one.
 *
 * @since 1.0.7
 * @category constructors
 */
export const cookieProbe = (document: { cookie: string }): CookieProbe => (domain) => {
  const probe = `${probeName}=${domain}`
  const scope = `Domain=${domain}; Path=/; SameSite=Lax`
  document.cookie = `${probe}; ${scope}`
  const accepted = document.cookie.split("; ").includes(probe)
  document.cookie = `${probe}; ${scope}; Max-Age=0`
  return accepted
}

/**
 * The page that this code runs in, if it runs in one.
 *
 * @since 1.0.7
 * @category constructors
 */
export const currentPage = (): Page | undefined => {
  const { document, location } = globalThis
  return document === undefined || location === undefined
    ? undefined
    : { location: new URL(location.href), acceptsCookieFor: cookieProbe(document) }
}
