/**
 * Clients of HTTP that take the options of `fetch` once, in place of a service that each call is given anew.
 *
 * @since 1.0.7
 */
import type * as HttpClient from "@effect/platform/HttpClient"

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
 * @since 1.0.7
 * @category guards
 */
export const takesFetchOptions = (
  client: HttpClient.HttpClient
): client is HttpClient.HttpClient & TakesFetchOptions => "withFetchOptions" in client
