/** A drive of Node whose PUTs can be looked at, damaged or held up on their way. */
import { FetchHttpClient } from "@effect/platform"
import { Effect, Layer } from "effect"
import * as Drive from "../../src/layers/DriveNode.js"
import * as TransportNode from "../../src/layers/TransportNode.js"
import type { DriveClient } from "../../src/promise/DriveClient.js"
import { make } from "../../src/promise/DriveClient.js"
import type { PartBody, SignedAddress } from "../../src/services/Transport.js"
import { Transport } from "../../src/services/Transport.js"

/** Called with each body before it leaves: what it returns is sent. */
export type OnTheWay = (body: PartBody, address: SignedAddress) => PartBody

export const driveThrough = (onTheWay: OnTheWay) => (options: Drive.DriveNodeOptions): DriveClient => {
  const transport = Layer.effect(
    Transport,
    Effect.map(Transport, (real) => ({
      ...real,
      put: (address, body, sent) => Effect.suspend(() => real.put(address, onTheWay(body, address), sent))
    }))
  ).pipe(Layer.provide(TransportNode.layer))
  return make(
    Drive.layer(options).pipe(
      Layer.provide(Layer.merge(Drive.layerAdapters(options), transport)),
      Layer.provide(FetchHttpClient.layer)
    )
  )
}
