/**
 * Stores a small file with one PUT.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { StorageError } from "../../domain/errors/StorageErrors.js"
import { SignedPutFailed } from "../../domain/errors/TransferErrors.js"
import type { TransportError } from "../../domain/errors/TransportError.js"
import type { PartRange } from "../../domain/UploadPlan.js"
import type { DirectStore, ExpectedObject, StoredObject, StoredPart, StoreError } from "../../services/PartStore.js"
import { inTurn, makeRequest, withCallLimit } from "./makeRequest.js"
import { checkCrc64, comparePart, verifiedBy } from "./PartIntegrity.js"
import { sendOrFind } from "./sendOrFind.js"
import { settleDoubts } from "./settleDoubts.js"
import { countBytes } from "./TransferMetrics.js"
import type { UploadContent } from "./UploadContent.js"
import { watchRequest } from "./watchRequest.js"
import { withRetry } from "./withRetry.js"

const signedPutFailed = (cause: StorageError | TransportError) =>
  new SignedPutFailed({ cause, ...(cause.status === undefined ? {} : { status: cause.status }) })

const looking = { method: "HEAD", path: "object" } as const

/** The object, if it is ours. */
const lookWhole = (content: UploadContent, store: DirectStore, expected: ExpectedObject) =>
  inTurn(content, { lane: "control" }, withCallLimit(content, looking)(store.find(expected)))

/** The object, if it is ours and nothing that the storage says of its bytes speaks against them. */
const findWhole = Effect.fnUntraced(function*(content: UploadContent, store: DirectStore, whole: PartRange) {
  const found = yield* lookWhole(content, store, { size: whole.end })
  if (Option.isNone(found)) return Option.none<StoredPart>()
  const { digest, etag, size } = found.value
  const stored: StoredPart = { number: whole.number, size, etag, digest }
  const { holds, part } = yield* comparePart(content.source, whole, stored, content.digestKinds)
  return holds === false ? Option.none<StoredPart>() : Option.some(part)
})

/** The answer of the complete may be lost, and then the storage no longer knows the upload: look at the object first. */
const completeWhole = Effect.fnUntraced(function*(
  content: UploadContent,
  store: DirectStore,
  complete: Effect.Effect<StoredObject, StoreError>,
  expected: ExpectedObject
) {
  const find = makeRequest(content, "finish", looking, store.find(expected))
  const call = { method: "POST", path: "complete", limit: "complete" } as const
  const object = yield* makeRequest(content, "finish", call, complete).pipe(
    Effect.catchTag(
      "NoSuchUpload",
      (gone) => Effect.flatMap(find, Option.match({ onNone: () => Effect.fail(gone), onSome: Effect.succeed }))
    )
  )
  yield* checkCrc64(expected, object)
  return object
})

/**
 * Ends when the object is stored, with how that is known; `SignedPutFailed` when the PUT fails for good. If all bytes had left and only the
 * answer was lost, the object is looked for before anything is sent again.
 */
export const storeWhole = Effect.fnUntraced(function*(content: UploadContent, store: DirectStore) {
  const whole: PartRange = { number: 1, start: 0, end: content.source.identity.size }
  const own = watchRequest(content, { kind: "whole", method: "PUT", path: "file", part: 1, bytes: whole.end })
  const look = (stored: StoredPart) =>
    Effect.map(lookWhole(content, store, { size: whole.end, etag: stored.etag }), Option.getOrUndefined)
  // Where one more call makes the object, that call compares the bytes.
  const onSuccess = store.complete === undefined ? look : undefined
  const attempt = sendOrFind(own, store, whole, findWhole(content, store, whole), onSuccess)
  const stored = yield* withRetry(own.hooks, attempt).pipe(
    Effect.tap(() => countBytes("up", whole.end)),
    Effect.catchTags({
      // A callback that failed comes after a PUT that did not.
      StorageError: (error) => error.reason === "CallbackFailed" ? Effect.fail(error) : signedPutFailed(error),
      TransportError: (error) => signedPutFailed(error)
    })
  )
  yield* content.source.verify
  yield* settleDoubts(content, store, [{ part: whole, stored }])
  const crc64 = stored.digest?.crc64
  const expected: ExpectedObject = { size: whole.end, ...(crc64 === undefined ? {} : { digest: { crc64 } }) }
  const object = store.complete === undefined
    ? undefined
    : yield* completeWhole(content, store, store.complete(expected), expected)
  return verifiedBy([stored], expected, object)
})
