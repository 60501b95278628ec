/**
 * What an earlier run has left of a multipart upload, and which of it is to be believed. Parts that must be read again are digested
 * while the next pages of the list are still on their way.
 */
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { TransportError } from "../../domain/errors/TransportError.js"
import * as UploadPlan from "../../domain/UploadPlan.js"
import type { PartStore, StoredPart } from "../PartStore.js"
import { TransferScheduler } from "../TransferScheduler.js"
import { hasEtag } from "./integrity.js"
import { retrying } from "./retrying.js"
import type { Shipment } from "./Shipment.js"

/**
 * The parts of one multipart upload that are known to be stored right: those of the saved journal, and those accepted since.
 */
export type Journal = Map<number, StoredPart>

/** Parts that are read again at once: one is read while another is digested. */
const readAgainAtOnce = 2

const agrees = (known: StoredPart, part: StoredPart): boolean =>
  known.size === part.size && (known.etag === undefined || part.etag === undefined || known.etag === part.etag)

/** Sorts out a listed part; `undefined` when only its bytes can tell. */
const judge = (part: StoredPart, range: UploadPlan.PartRange, known: StoredPart | undefined): boolean | undefined => {
  if (part.size !== range.end - range.start) return false
  return known === undefined ? undefined : agrees(known, part)
}

/**
 * The listed parts that agree with the journal; those that it does not know only if a digest of the source's bytes proves them,
 * their size alone does not.
 */
export const listedParts = Effect.fnUntraced(function*(
  shipment: Shipment,
  store: PartStore,
  hand: { readonly journal: Journal; readonly partSize: number },
  uploadId: string
) {
  const scheduler = yield* TransferScheduler
  const { owner, source } = shipment
  const { size } = source.identity
  const count = UploadPlan.partCount(size, hand.partSize)
  const trusted: Journal = new Map()
  const seen = new Set<number>()
  const unknown = yield* Queue.unbounded<StoredPart | undefined>()

  const meet = (part: StoredPart) => {
    // A list that broke off is asked for from its beginning.
    if (seen.has(part.number) || part.number < 1 || part.number > count) return
    seen.add(part.number)
    const known = hand.journal.get(part.number)
    const verdict = judge(part, UploadPlan.partAt(size, hand.partSize, part.number), known)
    if (verdict === true) trusted.set(part.number, known ?? part)
    if (verdict === undefined) Queue.unsafeOffer(unknown, part)
  }
  const readAgain = (part: StoredPart) =>
    Effect.map(hasEtag(source, UploadPlan.partAt(size, hand.partSize, part.number), part.etag), (same) => {
      if (same === true) trusted.set(part.number, part)
    })

  const late = () => new TransportError({ reason: "Timeout", method: "GET", path: "parts" })
  const pages = store.parts(uploadId).pipe(
    Stream.timeoutFail(late, shipment.limits.answer),
    Stream.runForEach((part) => Effect.sync(() => meet(part)))
  )
  const list = retrying(owner, scheduler.withPermit({ lane: "control", group: shipment.id })(pages))
  const reading = Stream.fromQueue(unknown).pipe(
    Stream.takeWhile((part) => part !== undefined),
    Stream.mapEffect(readAgain, { concurrency: readAgainAtOnce, unordered: true }),
    Stream.runDrain
  )
  yield* Effect.all([Effect.zipRight(list, Queue.offer(unknown, undefined)), reading], {
    concurrency: "unbounded",
    discard: true
  })
  return trusted
})
