/**
 * Sends one body of a source, once: a part, or a whole small file.
 */
import * as Effect from "effect/Effect"
import type { SourceChanged } from "../../domain/errors/TransferErrors.js"
import * as ForeignStorageAnswer from "../../domain/ForeignStorageAnswer.js"
import type { PartRange } from "../../domain/UploadPlan.js"
import { Hasher } from "../Hasher.js"
import type { DirectStore, PartDigest } from "../PartStore.js"
import { TransferScheduler } from "../TransferScheduler.js"
import type { BodyPace, PartBody } from "../Transport.js"
import { Transport } from "../Transport.js"
import { checkPart, withCrc64 } from "./integrity.js"
import type { Shipment } from "./Shipment.js"
import * as Watchdog from "./watchdog.js"

/**
 * Where one body goes: a direct store, or one multipart upload of a part store.
 */
export type Destination = Pick<DirectStore, "address" | "accept">

/** What is sent. `known`: digests from before the sending; `digest`: those that are known when all of the body has left. */
interface Load {
  readonly size: number
  readonly known: PartDigest | undefined
  readonly put: Watchdog.Put
  readonly digest: Effect.Effect<PartDigest | undefined, SourceChanged>
}

const exchange = Effect.fnUntraced(
  function*(shipment: Shipment, destination: Destination, part: PartRange, load: Load) {
    const { pacesSlices = false } = yield* Transport
    if (!pacesSlices) yield* shipment.pace.take(part.end - part.start)
    const pace: BodyPace | undefined = pacesSlices ? (left) => shipment.pace.slice(left) : undefined
    return yield* Effect.acquireUseRelease(
      Effect.sync(() => ({ flight: shipment.flight(part.end - part.start), accepted: false })),
      (attempt) =>
        Effect.gen(function*() {
          const { address, reply } = yield* Watchdog.put(
            shipment.limits,
            destination.address(part, load.known),
            load,
            attempt.flight.sent,
            pace
          )
          const foreign = ForeignStorageAnswer.ofStorage({ method: "PUT", path: Watchdog.pathOf(address) }, reply)
          if (foreign !== undefined) return yield* foreign
          const stored = yield* destination.accept(part, address, reply)
          const digest = yield* load.digest
          yield* checkPart(part, digest, stored)
          attempt.accepted = true
          return withCrc64(stored, digest)
        }),
      ({ accepted, flight }) => Effect.sync(() => flight.end(accepted))
    )
  }
)

/** Digested before it is sent, because its digest may have to go along. */
const inMemory = (shipment: Shipment, destination: Destination, part: PartRange) =>
  shipment.source.withPart(part, (body: PartBody) =>
    Effect.gen(function*() {
      const hasher = yield* Hasher
      const transport = yield* Transport
      const { digestKinds } = shipment
      const known = digestKinds.length === 0 ? undefined : yield* hasher.digest(body, digestKinds)
      return yield* exchange(shipment, destination, part, {
        size: part.end - part.start,
        known,
        put: (address, sent, pace) => transport.put(address, body, sent, pace),
        digest: Effect.succeed(known)
      })
    }))

/**
 * Read while it is sent, which does for a CRC-64: it is only compared, so it may be known afterwards. `undefined` where the source or
 * the transport cannot do it, or a digest has to go along.
 */
const inSlices = (shipment: Shipment, transport: Transport.Service, destination: Destination, part: PartRange) => {
  const { digestKinds, source } = shipment
  const { putSlices } = transport
  const isCompared = digestKinds.every((kind) => kind === "crc64")
  if (source.withSlices === undefined || putSlices === undefined || !isCompared || part.end === part.start) {
    return undefined
  }
  return source.withSlices(part, { crc64: digestKinds.length > 0 }, (body) =>
    exchange(shipment, destination, part, {
      size: body.size,
      known: undefined,
      put: (address, sent, pace) => putSlices(address, body, sent, pace),
      digest: Effect.map(body.crc64, (crc64) => crc64 === undefined ? undefined : { crc64 })
    }))
}

/**
 * One attempt to send one body, when the scheduler lets it through.
 */
export const sendOnce = Effect.fnUntraced(function*(shipment: Shipment, destination: Destination, part: PartRange) {
  const scheduler = yield* TransferScheduler
  const transport = yield* Transport
  const inTurn = scheduler.withPermit({
    lane: "part",
    group: shipment.id,
    bytes: part.end - part.start,
    priority: shipment.priority()
  })
  return yield* inTurn(inSlices(shipment, transport, destination, part) ?? inMemory(shipment, destination, part))
})
