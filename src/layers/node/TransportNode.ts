/**
 * Bytes of parts and files in Node: `node:http` and `node:https` with kept-alive connections.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { layerOf } from "../../services/inOrder.js"
import { Transport } from "../../services/Transport.js"
import { get } from "./transport/NodeGet.js"
import { put } from "./transport/NodePut.js"
import { connections, tappedConnections } from "./transport/NodeRequest.js"
import { SliceSize } from "./transport/SliceSize.js"

/** A late answer to a PUT is recognised by its digests, but to a GET it would be a file: they never share a connection. */
const pools = Effect.all({ puts: connections, gets: connections, flows: tappedConnections })

/**
 * The transport of Node. Connections are kept alive per layer and closed with its scope. Bytes in memory are sent
 * without a copy. A kept-alive connection that the server closed meanwhile is replaced once, without a failure.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<Transport> = layerOf(
  Transport,
  Effect.map(pools, ({ flows, gets, puts }) => {
    const slices = new SliceSize()
    return Transport.of({
      pacesSlices: true,
      put: (address, body, sent, pace) => put(puts, { address, body, sent, pace, slices }),
      putSlices: (address, body, sent, pace) => put(puts, { address, body, sent, pace, slices }),
      get: (address, options) => get(options?.flows === true ? flows : gets, { address, ...options })
    })
  })
)
