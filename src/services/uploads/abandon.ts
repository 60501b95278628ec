/**
 * Takes back what a cancelled upload left on the storage. A tombstone in the session store makes sure that it happens, if not now
 * then when the machine is online or the program starts again.
 */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import type { UploadId } from "../../domain/Ids.js"
import type { RetryOwner } from "../engine/retrying.js"
import { retrying } from "../engine/retrying.js"
import { answered } from "../engine/watchdog.js"
import { Spaces } from "../Spaces.js"
import type { UploadTicket } from "../StorageProvider.js"
import { StorageProviders } from "../StorageProviders.js"
import { TransferScheduler } from "../TransferScheduler.js"
import { UploadSessions } from "../UploadSessions.js"
import type { Core } from "./Core.js"
import type { Entry } from "./Entry.js"
import { retryOwner } from "./retryOwner.js"

/** A part whose connection was closed may still land after the abort: then the upload is there again and is aborted again. */
const mostAborts = 3

const storeOf = Effect.fnUntraced(function*(owner: RetryOwner, ticket: UploadTicket) {
  const spaces = yield* Spaces
  const providers = yield* StorageProviders
  const space = yield* retrying(owner, spaces.resolve({ spaceId: ticket.spaceId }))
  const provider = yield* providers.forSpace(space)
  return provider.uploads.reopen(ticket).parts
})

const abortMultipart = Effect.fnUntraced(function*(
  core: Core,
  owner: RetryOwner,
  id: UploadId,
  ticket: UploadTicket,
  uploadId: string
) {
  const scheduler = yield* TransferScheduler
  const { answer } = core.tuning.watchdog
  const store = yield* storeOf(owner, ticket)
  const inTurn = scheduler.withPermit({ lane: "control", group: id })
  const abort = inTurn(answered(answer, { method: "DELETE", path: "multipart upload" })(store.abort(uploadId)))
  const isThere = inTurn(
    answered(answer, { method: "GET", path: "parts" })(Stream.runDrain(Stream.take(store.parts(uploadId), 1)))
  ).pipe(Effect.as(true))
  const abortAndLook = Effect.zipRight(retrying(owner, abort), retrying(owner, isThere))
  yield* abortAndLook.pipe(
    Effect.repeat({ times: mostAborts - 1 }),
    Effect.catchTag("NoSuchUpload", () => Effect.void)
  )
})

/** Every begin call got lost. What is open for the object of a new file can only be this upload's. */
const lostUploads = Effect.fnUntraced(function*(core: Core, owner: RetryOwner, ticket: UploadTicket) {
  const { open } = yield* storeOf(owner, ticket)
  if (ticket.kind !== "new" || open === undefined) return []
  const list = answered(core.tuning.watchdog.answer, { method: "GET", path: "multipart uploads" })(open)
  return (yield* retrying(owner, list)).map((one) => one.uploadId)
})

const forget = Effect.fnUntraced(function*(id: UploadId) {
  const sessions = yield* UploadSessions
  yield* sessions.forget(id)
})

/** Beyond the patience of each call: the tombstone outlives the program, so giving up here loses nothing. */
const again = Schedule.intersect(Schedule.spaced("5 minutes"), Schedule.recurs(12))

const persistently = (id: UploadId) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  // Each time with a claim of its own.
  Effect.scoped(effect).pipe(
    Effect.retry(again),
    Effect.catchAllCause((cause) => Effect.logWarning(`the parts of upload ${id} could not be taken back`, cause))
  )

/**
 * After the upload's own run has ended. A create or begin call that is still under way is waited for: it may bring an upload id.
 * What another tab or process drives by now is left to it.
 */
export const abandon = Effect.fnUntraced(function*(core: Core, entry: Entry) {
  const { checkpoint, id, spaceId } = entry
  if (checkpoint === undefined || spaceId === undefined) return
  const sessions = yield* UploadSessions
  if (!(yield* sessions.claim(id))) return
  const mark = Effect.suspend(() => checkpoint.saved ? sessions.markAborting(id) : Effect.void)
  yield* mark
  yield* Effect.exit(core.steps.join(id, Effect.void))
  yield* mark
  const { beginLostAt, stored, ticket } = checkpoint
  const uploadId = checkpoint.uploadId ?? ticket?.uploadId
  if (ticket !== undefined && !stored) {
    const owner = retryOwner(core, entry, spaceId)
    const lost = uploadId === undefined && beginLostAt !== undefined ? yield* lostUploads(core, owner, ticket) : []
    for (const open of uploadId === undefined ? lost : [uploadId]) {
      yield* abortMultipart(core, owner, id, ticket, open)
    }
  }
  if (checkpoint.saved) yield* forget(id)
}, (effect, _core, entry) => persistently(entry.id)(effect))

const sweepOne = Effect.fnUntraced(function*(core: Core, id: UploadId) {
  const sessions = yield* UploadSessions
  if (core.registry.get(id) !== undefined || !(yield* sessions.claim(id))) return
  const saved = yield* sessions.load(id)
  if (saved._tag === "None" || !saved.value.upload.aborting) return
  const { ticket, uploadId } = saved.value.upload
  const owner: RetryOwner = {
    spaceId: ticket.spaceId,
    policy: core.tuning.retry,
    signIns: core.signIns,
    progress: () => 0,
    waits: () => {},
    answered: () => {},
    congested: Effect.void
  }
  yield* abortMultipart(core, owner, id, ticket, uploadId)
  yield* sessions.forget(id)
}, (effect, _core, id) => persistently(id)(effect))

/**
 * Takes back what cancelled uploads of this user left behind in earlier runs of the program.
 */
export const sweep = Effect.fnUntraced(function*(core: Core) {
  const sessions = yield* UploadSessions
  const left = (yield* sessions.all).filter((saved) => saved.aborting && saved.wsid === core.user.wsid)
  yield* Effect.forEach(left, (saved) => sweepOne(core, saved.id), { concurrency: 2, discard: true })
})
