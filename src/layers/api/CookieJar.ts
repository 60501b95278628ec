/**
 * Cookies of one host, for environments whose fetch keeps none (RFC 6265 as far as one host needs it).
 *
 * @since 1.0.7
 */
import type * as Cookies from "@effect/platform/Cookies"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { DriveConfig } from "../../services/DriveConfig.js"
import { layerOf } from "../../services/inOrder.js"
import type { TakesFetchOptions } from "../http/FetchOptions.js"
import { withFetchOptions } from "../http/FetchOptions.js"

/**
 * Times are epoch milliseconds.
 *
 * @since 1.0.7
 * @category models
 */
export interface CookieJar {
  /** Value of the Cookie header for a request to this address, if there is anything to send. */
  readonly header: (url: URL, now: number) => string | undefined
  /** Takes in the cookies that an answer from this address sets or deletes. */
  readonly store: (url: URL, cookies: Iterable<Cookies.Cookie>, now: number) => void
}

interface Entry {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly secure: boolean
  readonly expiresAt: number
}

const isSecure = (url: URL): boolean => url.protocol === "https:"

/** The folder of the path, which is the scope of a cookie that names none (RFC 6265, 5.1.4). */
const defaultPath = (pathname: string): string => pathname.slice(0, Math.max(1, pathname.lastIndexOf("/")))

const pathMatches = (pathname: string, scope: string): boolean =>
  pathname === scope || pathname.startsWith(scope.endsWith("/") ? scope : `${scope}/`)

/** A cookie may name the host itself or a domain above it, but no top-level domain and no foreign one. */
const domainMatches = (host: string, domain: string | undefined): boolean => {
  if (domain === undefined) return true
  const wanted = domain.toLowerCase()
  return host === wanted || (wanted.includes(".") && !/^[\d.]+$/.test(host) && host.endsWith(`.${wanted}`))
}

/** Names with these prefixes are promises that a browser checks. */
const keepsPrefixPromise = ({ name, options = {} }: Cookies.Cookie): boolean => {
  if (name.startsWith("__Host-")) return options.secure === true && options.path === "/" && options.domain === undefined
  return !name.startsWith("__Secure-") || options.secure === true
}

const expiryOf = (options: Cookies.Cookie["options"], now: number): number => {
  if (options?.maxAge !== undefined) return now + Duration.toMillis(options.maxAge)
  return options?.expires?.getTime() ?? Infinity
}

const originOf = (url: string): string => URL.canParse(url) ? new URL(url).origin : ""

/**
 * An empty jar that takes cookies from this host only and gives them to this host only.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (host: string): CookieJar => {
  const entries = new Map<string, Entry>()

  const store = (url: URL, cookie: Cookies.Cookie, now: number) => {
    const options = cookie.options ?? {}
    const secure = options.secure === true
    if (!domainMatches(host, options.domain) || !keepsPrefixPromise(cookie) || (secure && !isSecure(url))) return
    const path = options.path ?? defaultPath(url.pathname)
    const expiresAt = expiryOf(options, now)
    const key = `${cookie.name};${path}`
    if (expiresAt <= now) entries.delete(key)
    else entries.set(key, { name: cookie.name, value: cookie.valueEncoded, path, secure, expiresAt })
  }

  const isDue = (entry: Entry, url: URL, now: number): boolean =>
    entry.expiresAt > now && (isSecure(url) || !entry.secure) && pathMatches(url.pathname, entry.path)

  return {
    header: (url, now) => {
      if (url.hostname !== host) return undefined
      const due = [...entries.values()].filter((entry) => isDue(entry, url, now))
      const longestPathFirst = due.sort((one, other) => other.path.length - one.path.length)
      return due.length === 0 ? undefined : longestPathFirst.map(({ name, value }) => `${name}=${value}`).join("; ")
    },
    store: (url, cookies, now) => {
      if (url.hostname === host) { for (const cookie of cookies) store(url, cookie, now) }
    }
  }
}

/**
 * A client that keeps the cookies of one origin. Requests to anywhere else pass untouched.
 *
 * @since 1.0.7
 * @category combinators
 */
export const withJar = (
  client: HttpClient.HttpClient,
  origin: string
): HttpClient.HttpClient & TakesFetchOptions => {
  const jar = make(new URL(origin).hostname)
  const jarred = (bare: HttpClient.HttpClient) =>
    bare.pipe(
      HttpClient.mapRequestEffect((request) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const header = originOf(request.url) === origin ? jar.header(new URL(request.url), now) : undefined
          return header === undefined ? request : HttpClientRequest.setHeader(request, "cookie", header)
        })
      ),
      HttpClient.tap((response) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const { url } = response.request
          if (originOf(url) === origin) jar.store(new URL(url), Object.values(response.cookies.cookies), now)
        })
      )
    )
  return Object.assign(jarred(client), {
    withFetchOptions: (options: RequestInit) => jarred(withFetchOptions(client, options))
  })
}

/**
 * The client at hand with cookies of its own for the API host. A function, so that pages, whose fetch keeps cookies, need not load it.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (): Layer.Layer<HttpClient.HttpClient, never, DriveConfig | HttpClient.HttpClient> =>
  layerOf(
    HttpClient.HttpClient,
    Effect.zipWith(HttpClient.HttpClient, DriveConfig, (client, { apiHost }) => withJar(client, apiHost()))
  )
