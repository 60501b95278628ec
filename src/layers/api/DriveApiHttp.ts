/**
 * The product API over HTTP: who we are in the headers, one envelope, errors with names, repeats where they do no harm.
 *
 * @since 1.0.7
 */
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpTraceContext from "@effect/platform/HttpTraceContext"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { clientType } from "../../domain/Constants.js"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { ApiCall, ApiFailure, ApiRequest, MadeCall } from "../../services/DriveApi.js"
import { DriveApi } from "../../services/DriveApi.js"
import type { DriveConfigShape } from "../../services/DriveConfig.js"
import { DriveConfig } from "../../services/DriveConfig.js"
import { DriveEvents } from "../../services/DriveEvents.js"
import { layerOf } from "../../services/inOrder.js"
import { KnownHosts } from "../../services/KnownHosts.js"
import { annotateSpanIfAny, withSpanIfTraced } from "../../services/withSpanIfTraced.js"
import { networkCode, repeatWhere } from "../http/CallRetries.js"
import { takesFetchOptions, withFetchOptions } from "../http/FetchOptions.js"
import { readBody } from "../http/readBody.js"
import * as ApiAnswer from "./ApiAnswer.js"

const repeatableStatus = new Set([408, 425, 429, 502, 503, 504])

const isUnanswered = (failure: ApiFailure): boolean => failure._tag === "TransportError" && failure.reason === "Network"

const isPassing = (failure: ApiFailure): boolean =>
  failure._tag === "RateLimited" || isUnanswered(failure) ||
  ("status" in failure && repeatableStatus.has(failure.status ?? 0))

/**
 * Cookies go along, redirects do not: a redirect would carry headers and body to another host. Read by fetch only.
 */
const fetchOptions: RequestInit = { credentials: "include", redirect: "manual" }

const withTraceHeaders = HttpClient.mapRequestEffect((request) =>
  Effect.map(
    Effect.option(Effect.currentSpan),
    Option.match({
      onNone: () => request,
      onSome: (span) => HttpClientRequest.setHeaders(request, HttpTraceContext.toHeaders(span))
    })
  )
)

const headersOf = ({ headerNames: names, language, product }: DriveConfigShape) => ({
  [names.productId]: product.id,
  [names.productVersion]: product.version,
  [names.language]: language,
  [names.clientType]: String(clientType)
})

/** The span of the request is enough. */
const productClient = (client: HttpClient.HttpClient, config: DriveConfigShape): HttpClient.HttpClient => {
  const product = withFetchOptions(client, fetchOptions).pipe(
    HttpClient.mapRequest(HttpClientRequest.setHeaders(headersOf(config)))
  )
  return config.traceHeaders ? withTraceHeaders(product) : product
}

const make = Effect.fnUntraced(function*(odd: Effect.Effect<ApiAnswer.OddAnswers, TransportError>) {
  const config = yield* DriveConfig
  const events = yield* DriveEvents
  const hosts = yield* KnownHosts
  const given = yield* HttpClient.HttpClient
  const client = productClient(given, config)
  let sessions = 0
  yield* events.on(({ _tag }) => {
    if (_tag === "SignedIn" || _tag === "SignedOut") sessions++
  })

  const exchange = Effect.fnUntraced(function*(request: ApiCall) {
    const origin = config.apiHost()
    const startedAt = yield* Clock.currentTimeMillis
    const address = { method: request.method, path: `${origin}${request.path}` }
    const unanswered = (error: HttpClientError.HttpClientError) =>
      new TransportError({ ...address, reason: "Network", detail: networkCode(error) })

    const bare = HttpClientRequest.make(request.method)(address.path, { urlParams: request.query })
    const whole = yield* request.body === undefined ? Effect.succeed(bare) : Effect.mapError(
      HttpClientRequest.bodyJson(bare, request.body),
      () => new TransportError({ ...address, reason: "Decode", detail: "the request's body cannot be written as JSON" })
    )
    const sent = Effect.mapError(client.execute(whole), unanswered)
    const response = yield* hosts?.gates?.ask(address, sent) ?? sent
    const body = yield* readBody(response, address).pipe(
      // The status alone says enough where the session has ended, even if the body was cut off.
      Effect.catchAll((error) => {
        if (response.status === 401) return Effect.succeed(new Uint8Array())
        return Effect.fail(error._tag === "TransportError" ? error : unanswered(error))
      })
    )
    const receivedAt = yield* Clock.currentTimeMillis
    // A refusal comes at once.
    if (hosts !== undefined && !repeatableStatus.has(response.status)) {
      hosts.lastAnswer = { origin, took: receivedAt - startedAt }
    }
    return {
      origin,
      status: response.status,
      headers: response.headers,
      body: new TextDecoder().decode(body),
      receivedAt
    }
  })

  // What goes along in the headers must be there.
  const inSpan = config.traceHeaders ? Effect.withSpan("DriveApi.request") : withSpanIfTraced("DriveApi.request")

  /** Spans record how a call ends, and answers hold keys and signed addresses: a function shows none of them. */
  const withSpan = Effect.fnUntraced(function*<A, I>(request: ApiRequest<A, I>, first?: MadeCall) {
    const { method, operation, path } = request
    yield* annotateSpanIfAny({ operation, "http.request.method": method, "url.path": path })
    const isRepeatable = request.repeatable ?? method === "GET"
    const leftOut = (fields: ReadonlyArray<string>) =>
      events.publish({ _tag: "FieldsLeftOut", operation, path, fields })
    let made = first
    const once = Effect.suspend(() => {
      const exchanged = made ?? exchange(request)
      made = undefined
      const session = sessions
      return Effect.flatMap(exchanged, (reply) => ApiAnswer.read(request, reply, odd, leftOut)).pipe(
        // What a sign-out or the next sign-in has overtaken says nothing of the session that is there now.
        Effect.tapErrorTag(
          "TokenExpired",
          (error) => session === sessions ? events.publish({ _tag: "TokenExpired", error }) : Effect.void
        )
      )
    })
    const passes = isRepeatable === "ifUnanswered" ? isUnanswered : isPassing
    return yield* (isRepeatable === false ? once : repeatWhere(once, passes)).pipe(
      Effect.map((answer) => () => answer)
    )
  }, inSpan)

  return DriveApi.of({
    request: (request, made) =>
      Effect.suspend(() => {
        const call = Effect.map(withSpan(request, made), (answer) => answer())
        return events.inspection.observer?.call(request, call) ?? call
      }),
    head: takesFetchOptions(given) && !config.traceHeaders
      ? { origin: config.apiHost, headers: headersOf(config), fetchOptions }
      : undefined
  })
})

/**
 * The product API through the given `HttpClient`: four product headers, cookies, no redirects, no timeout. Only
 * requests that may be repeated are (up to three times, after network errors and 408, 425, 429, 502, 503, 504). A 401
 * is published on `DriveEvents` before it fails the call, unless a user has signed in or out since the call was made. `odd` is asked for with the
 * first answer that does not fit at once.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (
  odd: Effect.Effect<ApiAnswer.OddAnswers, TransportError>
): Layer.Layer<DriveApi, never, DriveConfig | DriveEvents | HttpClient.HttpClient> => layerOf(DriveApi, make(odd))
