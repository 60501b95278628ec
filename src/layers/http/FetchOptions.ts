/**
 * The options of `fetch` for all calls of a client. Our own clients take them once, in place of a service that each call is given anew.
 *
 * @since 1.0.7
 */
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"

/**
 * A client without spans of its own. To give a call other services takes more steps than the call itself.
 *
 * @since 1.0.7
 * @category models
 */
export interface TakesFetchOptions {
  /** The same client with these options in each of its calls. */
  readonly withFetchOptions: (options: RequestInit) => HttpClient.HttpClient
}

/**
 * Whether it is one of our own clients.
 *
 * @since 1.0.7
 * @category predicates
 */
export const takesFetchOptions = (
  client: HttpClient.HttpClient
): client is HttpClient.HttpClient & TakesFetchOptions => "withFetchOptions" in client

/**
 * The client without spans of its own, which would hold queries and keys, and without trace headers, which storages refuse (CORS). Our
 * own clients have neither.
 *
 * @since 1.0.7
 * @category combinators
 */
export const withoutSpans = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  takesFetchOptions(client) ? client : HttpClient.withTracerDisabledWhen(client, () => true)

/**
 * The client with these options in each of its calls, and without spans of its own.
 *
 * @since 1.0.7
 * @category combinators
 */
export const withFetchOptions = (client: HttpClient.HttpClient, options: RequestInit): HttpClient.HttpClient =>
  takesFetchOptions(client) ? client.withFetchOptions(options) : HttpClient.transformResponse(
    withoutSpans(client),
    Effect.provideService(FetchHttpClient.RequestInit, options)
  )
