/**
 * Bytes of parts and files in browsers.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { connectionsOfPages } from "../../domain/Constants.js"
import { layerOf } from "../../services/inOrder.js"
import { Transport } from "../../services/Transport.js"
import { fetchGet } from "./transport/fetchGet.js"
import { xhrPut } from "./transport/xhrPut.js"

/**
 * The transport of browsers: PUT by XMLHttpRequest, for its progress; GET by `fetch`, for its stream. No cookies.
 *
 * @since 1.0.7
 * @category constructors
 */
export const transport = Transport.of({
  connections: connectionsOfPages,
  put: xhrPut,
  get: (address, options) => fetchGet(address, options ?? {})
})

/**
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<Transport> = layerOf(Transport, Effect.succeed(transport))
