/**
 * Joins the parts to an object. The reply may be lost, and then the storage no longer knows the upload: look at the object first.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { NoSuchUpload } from "../../domain/errors/StorageErrors.js"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { ExpectedObject, PartStore, StoredPart } from "../PartStore.js"
import { TransferScheduler } from "../TransferScheduler.js"
import { retrying } from "./retrying.js"
import type { Shipment } from "./Shipment.js"
import { answered } from "./watchdog.js"

/**
 * The object, if it is there and ours; else the upload is gone for good and must start afresh.
 */
export const findOrGone = Effect.fnUntraced(function*(
  shipment: Shipment,
  store: PartStore,
  uploadId: string,
  expected: ExpectedObject
) {
  const scheduler = yield* TransferScheduler
  const find = answered(shipment.limits.answer, { method: "HEAD", path: "object" })(store.find(expected))
  const found = yield* retrying(shipment.owner, scheduler.withPermit({ lane: "finish", group: shipment.id })(find))
  return Option.isSome(found)
    ? found.value
    : yield* new NoSuchUpload({ uploadId, objectKey: shipment.source.identity.name })
})

/** An answer that nobody can read says nothing: the storage is asked, and what it does not have is completed once more. */
const orFound = (store: PartStore, expected: ExpectedObject) => (error: TransportError) =>
  error.reason === "Decode"
    ? Effect.flatMap(
      store.find(expected),
      Option.match({
        onNone: () =>
          new TransportError({ reason: "Network", method: error.method, path: error.path, detail: error.detail }),
        onSome: Effect.succeed
      })
    )
    : Effect.fail(error)

/**
 * Fails with `NoSuchUpload` when neither the upload nor the object is there.
 */
export const completeOrFind = Effect.fnUntraced(function*(
  shipment: Shipment,
  store: PartStore,
  uploadId: string,
  parts: ReadonlyArray<StoredPart>,
  expected: ExpectedObject
) {
  const scheduler = yield* TransferScheduler
  const complete = answered(shipment.limits.complete, { method: "POST", path: "complete" })(
    Effect.catchTag(store.complete(uploadId, parts, expected), "TransportError", orFound(store, expected))
  )
  const inTurn = scheduler.withPermit({ lane: "finish", group: shipment.id, priority: shipment.priority() })(complete)
  return yield* retrying(shipment.owner, inTurn).pipe(
    Effect.catchTag("NoSuchUpload", () => findOrGone(shipment, store, uploadId, expected))
  )
})
