/**
 * Stores a file in parts, from wherever it stands: begin, list what is there, send what is missing, complete, compare.
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { TransportError } from "../../domain/errors/TransportError.js"
import * as UploadPlan from "../../domain/UploadPlan.js"
import type { ExpectedObject, PartStore, StoredPart } from "../PartStore.js"
import { TransferScheduler } from "../TransferScheduler.js"
import { completeOrFind, findOrGone } from "./completeOrFind.js"
import { checkObject, hasEtag, predictedEtag } from "./integrity.js"
import { retrying } from "./retrying.js"
import { sendParts } from "./sendParts.js"
import type { Shipment } from "./Shipment.js"

/**
 * The parts of one multipart upload that are known to be stored right: those of the saved journal, and those accepted since.
 */
export type Journal = Map<number, StoredPart>

/**
 * What the upload remembers, and whom it tells.
 */
export interface PartsInHand<E, R> {
  /** The upload id of an earlier run. */
  readonly uploadId: string | undefined
  readonly partSize: number
  readonly journal: Journal
  /** The ETag of the whole follows from those of the parts (s3). */
  readonly etagIsPredictable: boolean
  readonly begin: Effect.Effect<string, E, R>
  /** The parts that count so far, when the sending starts. */
  readonly sending: (parts: ReadonlyArray<StoredPart>) => Effect.Effect<void>
  readonly accepted: (part: StoredPart) => Effect.Effect<void>
  /** The parts are joined; there is no multipart upload any more, whatever the comparison says. */
  readonly joined: Effect.Effect<void>
}

const listed = Effect.fnUntraced(function*(shipment: Shipment, store: PartStore, uploadId: string) {
  const scheduler = yield* TransferScheduler
  const late = () => new TransportError({ reason: "Timeout", method: "GET", path: "parts" })
  const pages = store.parts(uploadId).pipe(Stream.timeoutFail(late, shipment.limits.answer), Stream.runCollect)
  return yield* retrying(shipment.owner, scheduler.withPermit({ lane: "control", group: shipment.id })(pages))
})

/** As the journal has it; without a journal only a digest of the bytes proves a part, its size alone does not. */
const isTrusted = Effect.fnUntraced(function*(
  shipment: Shipment,
  journal: Journal,
  range: UploadPlan.PartRange,
  part: StoredPart
) {
  if (part.size !== range.end - range.start) return false
  const known = journal.get(part.number)
  if (known === undefined) return (yield* hasEtag(shipment.source, range, part.etag)) === true
  return known.size === part.size && (known.etag === undefined || part.etag === undefined || known.etag === part.etag)
})

const verified = Effect.fnUntraced(function*<E, R>(
  shipment: Shipment,
  hand: PartsInHand<E, R>,
  parts: Iterable<StoredPart>
) {
  const { size } = shipment.source.identity
  const count = UploadPlan.partCount(size, hand.partSize)
  const trusted: Journal = new Map()
  for (const part of parts) {
    if (part.number < 1 || part.number > count) continue
    const range = UploadPlan.partAt(size, hand.partSize, part.number)
    if (yield* isTrusted(shipment, hand.journal, range, part)) {
      trusted.set(part.number, hand.journal.get(part.number) ?? part)
    }
  }
  return trusted
})

const inOrder = (journal: Journal): ReadonlyArray<StoredPart> =>
  [...journal.values()].sort((one, other) => one.number - other.number)

const expectedOf = Effect.fnUntraced(function*<E, R>(shipment: Shipment, hand: PartsInHand<E, R>, parts: Journal) {
  const { size } = shipment.source.identity
  const whole = parts.size === UploadPlan.partCount(size, hand.partSize)
  const etag = hand.etagIsPredictable && whole ? yield* predictedEtag(inOrder(parts)) : undefined
  const expected: ExpectedObject = { size, etag }
  return expected
})

const sendMissing = Effect.fnUntraced(function*<E, R>(
  shipment: Shipment,
  store: PartStore,
  hand: PartsInHand<E, R>,
  uploadId: string,
  stored: Journal
) {
  const ranges = UploadPlan.partsOf(shipment.source.identity.size, hand.partSize)
  const missing = ranges.filter((range) => !stored.has(range.number))
  yield* hand.sending(inOrder(stored))
  yield* sendParts(shipment, store, uploadId, missing, (part) => {
    stored.set(part.number, part)
    return hand.accepted(part)
  })
  yield* shipment.source.verify
  const expected = yield* expectedOf(shipment, hand, stored)
  const object = yield* completeOrFind(shipment, store, uploadId, inOrder(stored), expected)
  return { object, expected }
})

/** What an earlier run left, or the finished object if its complete got through. */
const resumed = Effect.fnUntraced(function*<E, R>(
  shipment: Shipment,
  store: PartStore,
  hand: PartsInHand<E, R>,
  uploadId: string
) {
  const parts = yield* listed(shipment, store, uploadId)
  return yield* sendMissing(shipment, store, hand, uploadId, yield* verified(shipment, hand, parts))
})

/**
 * Ends when the object is stored and compared. Fails with `NoSuchUpload` when the storage has forgotten the upload and the object
 * is not there: then the caller begins afresh.
 */
export const storeInParts = Effect.fnUntraced(function*<E, R>(
  shipment: Shipment,
  store: PartStore,
  hand: PartsInHand<E, R>
) {
  const { uploadId } = hand
  const { expected, object } = uploadId === undefined
    ? yield* sendMissing(shipment, store, hand, yield* hand.begin, new Map())
    : yield* resumed(shipment, store, hand, uploadId).pipe(
      Effect.catchTag("NoSuchUpload", () =>
        Effect.gen(function*() {
          const expected = yield* expectedOf(shipment, hand, hand.journal)
          return { expected, object: yield* findOrGone(shipment, store, uploadId, expected) }
        }))
    )
  yield* hand.joined
  const range = UploadPlan.partAt(shipment.source.identity.size, hand.partSize, 1)
  const first = hand.journal.get(1)
  yield* checkObject(
    shipment.source,
    expected.etag,
    first === undefined ? undefined : { part: range, stored: first },
    object
  )
  return object
})
