/**
 * Brings the bytes to the storage, in one PUT or in parts.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { StorageError } from "../../domain/errors/StorageErrors.js"
import { NoSuchUpload } from "../../domain/errors/StorageErrors.js"
import type { Verified } from "../../domain/Integrity.js"
import type { PartStore, StoredObject, StoredPart } from "../../services/PartStore.js"
import type { UploadTicket } from "../../services/StorageProvider.js"
import { TransferScheduler } from "../../services/TransferScheduler.js"
import { multipartOf, ticketOf } from "../../services/uploads/Checkpoint.js"
import { applyWidth } from "../../services/uploads/width.js"
import { UploadSessions } from "../../services/UploadSessions.js"
import { ask } from "../parts/ask.js"
import { retrying } from "../parts/retrying.js"
import type { Shipment } from "../parts/Shipment.js"
import { storeInParts } from "../parts/storeInParts.js"
import { storeWhole } from "../parts/storeWhole.js"
import { answered } from "../parts/watchdog.js"
import { advance } from "./advance.js"
import { claim } from "./claim.js"
import { keep } from "./keep.js"
import { keepLate } from "./keepLate.js"
import type { Job } from "./openJob.js"
import { abortStrays } from "./strays.js"
import { takeBackApart } from "./tombstone.js"

const shipmentOf = (job: Job, { integrity = "none" }: UploadTicket): Shipment => {
  const { core, entry, owner, source } = job
  return {
    id: entry.id,
    owner,
    source,
    priority: job.priority,
    parallel: entry.request.parallel,
    digestKinds: integrity === "crc32" || integrity === "crc64" || integrity === "md5" ? [integrity] : [],
    comparesEtags: integrity === "etag",
    limits: core.tuning.watchdog,
    flight: (size) => entry.meter.flight(size, () => core.registry.touch(entry)),
    pace: core.pace
  }
}

/** What earlier begin calls may have left is looked for until the storage has answered once. */
const withoutStrays = Effect.fnUntraced(function*(job: Job, ticket: UploadTicket, store: PartStore, uploadId: string) {
  const { checkpoint, core } = job
  if (checkpoint.doubts.begin === undefined) return
  if (yield* abortStrays(core, checkpoint, ticket, store, uploadId)) yield* keep(job)
})

/**
 * Outlives this run and holds the session, as the create call does: an upload id that nobody knows would leave its parts behind
 * for ever. The session is written before the call too, so that after a crash in between the next run knows for which object to
 * look.
 */
const beginOnce = Effect.fnUntraced(function*(job: Job, ticket: UploadTicket, store: PartStore, partSize: number) {
  const { checkpoint, core, entry } = job
  if (checkpoint.stage._tag !== "Announced") return
  yield* claim(entry, checkpoint)
  if (ticket.uploadId === undefined) yield* keep(job, "emptied")
  const startedAt = yield* Clock.currentTimeMillis
  const uploadId = yield* answered(core.tuning.watchdog.answer, { method: "POST", path: "begin" })(store.begin).pipe(
    Effect.tapError((error) =>
      Effect.sync(() => {
        if (error.retry === "later") checkpoint.doubts.begin ??= { since: startedAt }
      })
    )
  )
  // The upload was given up or found meanwhile, and knows nothing of this one.
  if (ticketOf(checkpoint.stage) !== ticket) return yield* takeBackApart(job, ticket, uploadId)
  advance(checkpoint, "begun", { _tag: "Begun", ticket, uploadId, partSize, journal: new Map() })
  yield* keepLate(job, "emptied")
  yield* withoutStrays(job, ticket, store, uploadId)
}, Effect.scoped)

const begin = Effect.fnUntraced(function*(job: Job, ticket: UploadTicket, store: PartStore, partSize: number) {
  const { checkpoint, core, entry } = job
  const once = core.provided(beginOnce(job, ticket, store, partSize))
  yield* ask(job, "control", undefined, core.steps.join(entry.id, once))
  core.registry.apply(entry, "begun")
  return multipartOf(checkpoint.stage)?.uploadId ??
    (yield* new NoSuchUpload({ uploadId: "", objectKey: ticket.objectKey ?? "" }))
})

const accepted = Effect.fnUntraced(function*(job: Job, part: StoredPart) {
  const { checkpoint, core, entry } = job
  const sessions = yield* UploadSessions
  const scheduler = yield* TransferScheduler
  multipartOf(checkpoint.stage)?.journal.set(part.number, part)
  checkpoint.accepted++
  core.registry.apply(entry, "answered")
  const before = core.width.current()
  core.width.accepted(part.size, yield* Clock.currentTimeMillis, scheduler.usage().waiting.part > 0)
  if (core.width.current() !== before) yield* applyWidth(core)
  yield* sessions.record(entry.id, part)
})

const sending = (job: Job, parts: ReadonlyArray<StoredPart>, sizeOnlyParts: number) =>
  Effect.sync(() => {
    const { core, entry } = job
    entry.meter.startFrom(parts.reduce((size, part) => size + part.size, 0))
    core.registry.apply(entry, "sending")
    core.registry.publish(entry, { sizeOnlyParts })
  })

/** An upload of an earlier run is written down as being in use, and what that run left half done is ended. */
const resumed = Effect.fnUntraced(function*(job: Job, ticket: UploadTicket, store: PartStore) {
  const multipart = multipartOf(job.checkpoint.stage)
  if (multipart === undefined) return
  yield* keep(job)
  yield* withoutStrays(job, ticket, store, multipart.uploadId)
})

/** Bytes that are read again, as after a stop, are shown from where they were. */
const learning = ({ core, entry }: Job) => () => {
  entry.meter.restartHash()
  return (bytes: number) => {
    entry.meter.hash(bytes)
    core.registry.touch(entry)
  }
}

const inParts = (job: Job, ticket: UploadTicket, store: PartStore, partSize: number) =>
  storeInParts(shipmentOf(job, ticket), store, {
    uploadId: multipartOf(job.checkpoint.stage)?.uploadId,
    partSize,
    // It is there from the begin call on.
    get journal() {
      return multipartOf(job.checkpoint.stage)?.journal ?? new Map()
    },
    etagIsPredictable: ticket.platform === "s3",
    begin: begin(job, ticket, store, partSize),
    learning: learning(job),
    sending: (parts, sizeOnly) => sending(job, parts, sizeOnly),
    accepted: (part) => job.core.provided(accepted(job, part)),
    joined: Effect.sync(() => {
      const { checkpoint } = job
      const multipart = multipartOf(checkpoint.stage)
      if (multipart !== undefined) advance(checkpoint, "joined", { ...multipart, _tag: "Joined" })
    })
  })

/** Decided once: a multipart upload takes the checksums that it was begun with, and no others. */
const withIntegrity = Effect.fnUntraced(function*(job: Job, ticket: UploadTicket) {
  const { checkpoint, core, owner, provider, space } = job
  if (checkpoint.stage._tag !== "Announced" || ticket.integrity !== undefined) return ticket
  const wanted = core.tuning.integrity(space)
  const integrity = wanted === "auto" ? yield* retrying(owner, provider.uploads.integrity) : wanted
  const decided = { ...ticket, integrity }
  checkpoint.stage = { _tag: "Announced", ticket: decided }
  return decided
})

const stored = ({ checkpoint }: Job, verified?: Verified, object?: StoredObject) => {
  const { stage } = checkpoint
  const ticket = ticketOf(stage)
  if (ticket === undefined) return
  advance(checkpoint, "stored", {
    _tag: "Stored",
    ticket: { ...ticket, verified },
    object,
    multipart: multipartOf(stage)
  })
}

/** A callback that failed comes after the object: nothing is sent again, and a retry goes on behind the transfer. */
const storedAllTheSame = (job: Job) => (error: StorageError) =>
  Effect.sync(() => {
    if (error.reason === "CallbackFailed") stored(job)
  })

/** What the storage says of the object is kept for the upload's tombstone. */
const listening = (store: PartStore, heard: (object: StoredObject) => void): PartStore => ({
  ...store,
  complete: (...args) => Effect.tap(store.complete(...args), (object) => Effect.sync(() => heard(object))),
  find: (expected) => Effect.tap(store.find(expected), (found) => Effect.sync(() => Option.map(found, heard)))
})

/**
 * Ends when the bytes are stored and the storage's word on them was compared.
 */
export const transfer = Effect.fnUntraced(function*(job: Job, given: UploadTicket) {
  const ticket = yield* withIntegrity(job, given)
  const { core, entry, plan, provider } = job
  const stores = provider.uploads.reopen(ticket)
  if (plan._tag === "Direct") stored(job, yield* storeWhole(shipmentOf(job, ticket), stores.direct))
  else {
    yield* job.claim
    yield* resumed(job, ticket, stores.parts)
    let object: StoredObject | undefined
    const parts = listening(stores.parts, (heard) => {
      object = heard
    })
    const { verified } = yield* inParts(job, ticket, parts, plan.partSize)
    core.registry.apply(entry, "stored")
    stored(job, verified, object)
  }
}, (effect, job) => Effect.tapErrorTag(effect, "StorageError", storedAllTheSame(job)))
