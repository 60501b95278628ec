/** A drive of Node whose PUTs can be looked at, damaged, held up or answered on their way. */
import { FetchHttpClient } from "@effect/platform"
import { Effect, Layer } from "effect"
import * as Drive from "../../src/layers/DriveNode.js"
import * as TransportNode from "../../src/layers/node/TransportNode.js"
import type { DriveClient } from "../../src/promise/DriveClient.js"
import { make } from "../../src/promise/DriveClient.js"
import type { PartBody, SignedAddress } from "../../src/services/Transport.js"
import { Transport } from "../../src/services/Transport.js"

type Put = Transport["Type"]["put"]

/** Called with each body before it leaves: what it returns is sent. */
export type OnTheWay = (body: PartBody, address: SignedAddress) => PartBody

/** A drive that sends its bodies in another way, which may be the real one with something before or after it. */
export const driveWithPut = (change: (real: Put) => Put) => (options: Drive.DriveNodeOptions): DriveClient => {
  const transport = Layer.effect(
    Transport,
    // Files too travel by this PUT then, whole and not in slices.
    Effect.map(Transport, (real) => ({ ...real, put: change(real.put), putSlices: undefined }))
  ).pipe(Layer.provide(TransportNode.layer))
  return make(
    Drive.layer(options).pipe(
      Layer.provide(Layer.merge(Drive.layerAdapters(options), transport)),
      Layer.provide(FetchHttpClient.layer)
    )
  )
}

export const driveThrough = (onTheWay: OnTheWay) =>
  driveWithPut((put) => (address, body, sent) => Effect.suspend(() => put(address, onTheWay(body, address), sent)))
