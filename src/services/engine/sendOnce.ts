/**
 * Sends one body of a source, once: a part, or a whole small file.
 */
import * as Effect from "effect/Effect"
import type { PartRange } from "../../domain/UploadPlan.js"
import { Hasher } from "../Hasher.js"
import type { DirectStore } from "../PartStore.js"
import { TransferScheduler } from "../TransferScheduler.js"
import type { BodyPace, PartBody } from "../Transport.js"
import { Transport } from "../Transport.js"
import { checkPart, withCrc64 } from "./integrity.js"
import type { Shipment } from "./Shipment.js"
import * as Watchdog from "./watchdog.js"

/**
 * Where one body goes: a direct store as it is, or a multipart upload of a part store.
 */
export type Door = Pick<DirectStore, "address" | "accept">

const exchange = Effect.fnUntraced(function*(shipment: Shipment, door: Door, part: PartRange, body: PartBody) {
  const hasher = yield* Hasher
  const { digestKinds, limits } = shipment
  const digest = digestKinds.length === 0 ? undefined : yield* hasher.digest(body, digestKinds)
  const { pacesSlices = false } = yield* Transport
  if (!pacesSlices) yield* shipment.pace.take(part.end - part.start)
  const pace: BodyPace | undefined = pacesSlices ? (left) => shipment.pace.slice(left) : undefined
  const address = yield* door.address(part, digest)
  return yield* Effect.acquireUseRelease(
    Effect.sync(() => ({ flight: shipment.flight(part.end - part.start), accepted: false })),
    (attempt) =>
      Effect.gen(function*() {
        const reply = yield* Watchdog.put(limits, address, body, attempt.flight.sent, pace)
        const stored = yield* door.accept(part, address, reply)
        yield* checkPart(part, digest, stored)
        attempt.accepted = true
        return withCrc64(stored, digest)
      }),
    ({ accepted, flight }) => Effect.sync(() => flight.end(accepted))
  )
})

/**
 * One attempt to send one body, when the scheduler lets it through.
 */
export const sendOnce = (shipment: Shipment, door: Door, part: PartRange) =>
  Effect.flatMap(TransferScheduler, (scheduler) =>
    scheduler.withPermit({
      lane: "part",
      group: shipment.id,
      bytes: part.end - part.start,
      priority: shipment.priority
    })(
      shipment.source.withPart(part, (body) => exchange(shipment, door, part, body))
    ))
