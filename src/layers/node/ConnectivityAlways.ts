/**
 * Connectivity where nothing tells about it.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Connectivity } from "../../services/Connectivity.js"
import { layerOf } from "../../services/inOrder.js"

/**
 * Always online: in Node, requests and watchdogs find out for themselves.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<Connectivity> = layerOf(
  Connectivity,
  Effect.succeed(Connectivity.of({ online: Effect.succeed(true), whenOnline: Effect.void, changes: Stream.empty }))
)
