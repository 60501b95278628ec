/**
 * The HTTP client of the product API in browsers, which keep the cookies themselves.
 *
 * @since 1.0.7
 */
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpClient from "@effect/platform/HttpClient"
import type * as Layer from "effect/Layer"

/**
 * Fetch. `DriveApiHttp` itself asks for `credentials: "include"`, so that the mode cannot reach a storage through a
 * client that both share.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<HttpClient.HttpClient> = FetchHttpClient.layer
