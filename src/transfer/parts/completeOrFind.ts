/**
 * Joins the parts to an object. The reply may be lost, and then the storage no longer knows the upload: look at the object first.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { IntegrityError, NoSuchUpload } from "../../domain/errors/StorageErrors.js"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { ExpectedObject, PartStore, StoredPart } from "../../services/PartStore.js"
import { ask } from "./ask.js"
import type { Shipment } from "./Shipment.js"

/**
 * The object, if it is there and ours; else the upload is gone for good and must start afresh.
 */
export const findOrGone = Effect.fnUntraced(function*(
  shipment: Shipment,
  store: PartStore,
  uploadId: string,
  expected: ExpectedObject
) {
  const found = yield* ask(shipment, "finish", { method: "HEAD", path: "object" }, store.find(expected))
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
export const completeOrFind = (
  shipment: Shipment,
  store: PartStore,
  uploadId: string,
  parts: ReadonlyArray<StoredPart>,
  expected: ExpectedObject
) => {
  // Parts that do not add up do not the second time either: that is no failure of the call.
  const complete = store.complete(uploadId, parts, expected).pipe(
    Effect.catchTags({
      TransportError: orFound(store, expected),
      IntegrityError: (error) => Effect.succeed(error)
    })
  )
  return ask(shipment, "finish", { method: "POST", path: "complete", patience: "complete" }, complete).pipe(
    Effect.flatMap((done) => done instanceof IntegrityError ? Effect.fail(done) : Effect.succeed(done)),
    Effect.catchTag("NoSuchUpload", () => findOrGone(shipment, store, uploadId, expected))
  )
}
