/**
 * The HTTP client of the product API in Node: no time limit, and a cookie jar bound to the API host.
 *
 * @since 1.0.7
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import type * as Layer from "effect/Layer"
import type { DriveConfig } from "../../services/DriveConfig.js"
import { inner, inOrder } from "../../services/inOrder.js"
import * as CookieJar from "../api/CookieJar.js"
import * as HttpClientNode from "./HttpClientNode.js"

/**
 * For `DriveApiHttp.layer` alone: requests to a storage carry no cookies, so they take a client without a jar.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<HttpClient.HttpClient, never, DriveConfig> = inOrder(
  inner(HttpClientNode.layerProduct),
  CookieJar.layer()
)
