/**
 * HTTP clients of Node without a time limit of their own.
 *
 * @since 1.0.7
 */
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { inner, inOrder, layerOf } from "../../services/inOrder.js"
import type { NodeFetchOptions } from "./NodeFetch.js"
import * as NodeFetch from "./NodeFetch.js"
import { connections } from "./transport/NodeRequest.js"

/** A layer is built once for all who name it, with the fetch of whoever comes first: so each takes a fresh one. */
const layerWith = (options: NodeFetchOptions): Layer.Layer<HttpClient.HttpClient> =>
  inOrder(
    inner(layerOf(FetchHttpClient.Fetch, Effect.map(connections, (kept) => NodeFetch.make(kept, options)))),
    Layer.fresh(FetchHttpClient.layer)
  )

/**
 * For the product API: answers may come compressed. Connections are kept for 4 s, redirects are not followed, and an
 * interrupted call closes its connection.
 *
 * @since 1.0.7
 * @category layers
 */
export const layerProduct: Layer.Layer<HttpClient.HttpClient> = layerWith({ compressed: true })

/**
 * For the control calls of storages, which are limited by who makes them (spec: completing may take 10 min).
 *
 * @since 1.0.7
 * @category layers
 */
export const layerStorage: Layer.Layer<HttpClient.HttpClient> = layerWith({ compressed: false })
