/**
 * Cross-origin rules of the product API: pages on this machine may use it, with their cookies.
 */
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"

const exposedHeaders = "Date, ETag, Retry-After, X-Request-Id"

/** Browsers write an origin in one way only, so that none has to be parsed. */
const loopbackOrigin = /^[a-z][a-z0-9+.-]*:\/\/(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/

/**
 * Says whether a page of this origin runs on this machine.
 */
export const isLoopbackOrigin = (origin: string): boolean => loopbackOrigin.test(origin)

const allowed = (request: HttpServerRequest.HttpServerRequest): Readonly<Record<string, string>> => {
  const origin = request.headers.origin
  return origin === undefined || !isLoopbackOrigin(origin) ? {} : {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": exposedHeaders,
    "vary": "Origin"
  }
}

const preflight = (request: HttpServerRequest.HttpServerRequest): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({
    status: 204,
    headers: {
      ...allowed(request),
      "access-control-allow-methods": "GET, POST, PUT, DELETE",
      "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "Content-Type",
      "access-control-max-age": "600"
    }
  })

/**
 * Answers preflights and lets pages of this machine read the answers, failures included.
 */
export const allowLoopback = <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    request.method === "OPTIONS"
      ? Effect.succeed(preflight(request))
      : Effect.map(app, (response) => HttpServerResponse.setHeaders(response, allowed(request))))
