/**
 * Joins the parts to an object. The reply may be lost, and then the storage no longer knows the upload: look at the object first.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { IntegrityError, NoSuchUpload } from "../../domain/errors/StorageErrors.js"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { ExpectedObject, PartStore, StoredPart } from "../../services/PartStore.js"
import { makeRequest } from "./makeRequest.js"
import type { UploadContent } from "./UploadContent.js"

/**
 * The object, if it is there and ours; else the upload is gone for good and must start afresh.
 */
export const findOrGone = Effect.fnUntraced(function*(
  content: UploadContent,
  store: PartStore,
  uploadId: string,
  expected: ExpectedObject
) {
  const found = yield* makeRequest(content, "finish", { method: "HEAD", path: "object" }, store.find(expected))
  return Option.isSome(found)
    ? found.value
    : yield* new NoSuchUpload({ uploadId, objectKey: content.source.identity.name })
})

/** An answer that nobody can read says nothing: the storage is asked, and what it does not have is completed once more. */
const findInstead = (store: PartStore, expected: ExpectedObject) => (error: TransportError) =>
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
  content: UploadContent,
  store: PartStore,
  uploadId: string,
  parts: ReadonlyArray<StoredPart>,
  expected: ExpectedObject
) => {
  // Parts that do not add up do not the second time either: that is no failure of the call.
  const complete = store.complete(uploadId, parts, expected).pipe(
    Effect.catchTags({
      TransportError: findInstead(store, expected),
      IntegrityError: (error) => Effect.succeed(error)
    })
  )
  return makeRequest(content, "finish", { method: "POST", path: "complete", limit: "complete" }, complete).pipe(
    Effect.flatMap((done) => done instanceof IntegrityError ? Effect.fail(done) : Effect.succeed(done)),
    Effect.catchTag("NoSuchUpload", () => findOrGone(content, store, uploadId, expected))
  )
}
