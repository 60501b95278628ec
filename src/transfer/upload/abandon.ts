/**
 * Takes back what a cancelled upload left on the storage. A tombstone in the session store makes sure that it happens, if not now
 * then when the machine is online or the program starts again.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import type { UploadId } from "../../domain/Ids.js"
import { Spaces } from "../../services/Spaces.js"
import type { UploadTicket } from "../../services/StorageProvider.js"
import { StorageProviders } from "../../services/StorageProviders.js"
import { isStored, multipartOf, ticketOf } from "../../services/uploads/Checkpoint.js"
import type { Core } from "../../services/uploads/Core.js"
import type { Entry } from "../../services/uploads/Entry.js"
import { lostSince } from "../../services/uploads/lostSince.js"
import { isLeft } from "../../services/uploads/sweep.js"
import { revisionOf, UploadSessions } from "../../services/UploadSessions.js"
import type { SavedUpload } from "../../services/UploadSessions.js"
import type { Asker } from "../parts/ask.js"
import { ask } from "../parts/ask.js"
import { retrying, unseenOwner } from "../parts/retrying.js"
import { adopt } from "./adopt.js"
import { hold } from "./claim.js"
import { askerOf } from "./retryOwner.js"

/** A part whose connection was closed may still land after the abort: then the upload is there again and is aborted again. */
const mostAborts = 3

const storeOf = Effect.fnUntraced(function*({ owner }: Asker, ticket: UploadTicket) {
  const spaces = yield* Spaces
  const providers = yield* StorageProviders
  const space = yield* retrying(owner, spaces.resolve({ spaceId: ticket.spaceId }))
  const provider = yield* retrying(owner, providers.forSpace(space))
  return provider.uploads.reopen(ticket).parts
})

const abortMultipart = Effect.fnUntraced(function*(asker: Asker, ticket: UploadTicket, uploadId: string) {
  const store = yield* storeOf(asker, ticket)
  const abort = ask(asker, "control", { method: "DELETE", path: "multipart upload" }, store.abort(uploadId))
  const isThere = ask(asker, "control", { method: "GET", path: "parts" }, Stream.runHead(store.parts(uploadId)))
  yield* Effect.zipRight(abort, isThere).pipe(
    Effect.repeat({ times: mostAborts - 1 }),
    Effect.catchTag("NoSuchUpload", () => Effect.void)
  )
})

/** What is open for the object of a new file can only be this upload's. */
const lostUploads = Effect.fnUntraced(function*(asker: Asker, ticket: UploadTicket) {
  const { open } = yield* storeOf(asker, ticket)
  if (ticket.kind !== "new" || open === undefined) return []
  const list = yield* ask(asker, "control", { method: "GET", path: "multipart uploads" }, open)
  return list.map((one) => one.uploadId)
})

/**
 * Aborts what is open of an upload: under the id that it knows, and what a lost begin call may have left.
 */
const takeBack = Effect.fnUntraced(function*(
  asker: Asker,
  left: Pick<SavedUpload, "beginLostAt" | "ticket" | "uploadId">
) {
  const { beginLostAt, ticket } = left
  if (ticket === undefined) return
  const uploadId = left.uploadId ?? ticket.uploadId
  const open = new Set(beginLostAt === undefined ? [] : yield* lostUploads(asker, ticket))
  if (uploadId !== undefined) open.add(uploadId)
  yield* Effect.forEach(open, (one) => abortMultipart(asker, ticket, one), { discard: true })
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
  if (!(yield* hold(id, checkpoint))) return
  yield* adopt(core, entry)
  const { doubts, writing } = checkpoint
  // Another client has brought it to its end.
  if (typeof doubts.session === "object") return
  const ifSaved = (write: (id: UploadId, revision?: number) => Effect.Effect<boolean>) =>
    writing.withPermits(1)(
      Effect.suspend(() => checkpoint.saved === undefined ? Effect.succeed(true) : write(id, checkpoint.saved.revision))
    )
  yield* ifSaved(sessions.markAborting)
  yield* Effect.exit(core.steps.join(id, Effect.void))
  if (!(yield* ifSaved(sessions.markAborting))) return
  const { stage } = checkpoint
  if (!isStored(stage)) {
    yield* takeBack(askerOf(core, entry, spaceId), {
      ticket: ticketOf(stage),
      uploadId: multipartOf(stage)?.uploadId,
      beginLostAt: doubts.begin?.since
    })
  }
  yield* ifSaved(sessions.forget)
}, (effect, _core, entry) => persistently(entry.id)(effect))

/**
 * Takes back one that is still left when its turn comes.
 */
export const sweepOne = Effect.fnUntraced(function*(core: Core, id: UploadId) {
  const sessions = yield* UploadSessions
  if (core.registry.get(id) !== undefined || !(yield* sessions.claim(id))) return
  const saved = yield* sessions.load(id)
  if (saved._tag === "None" || !isLeft(core, saved.value.upload, yield* Clock.currentTimeMillis)) return
  const { upload } = saved.value
  if (upload.ended !== undefined) return yield* Effect.asVoid(sessions.forget(id, revisionOf(upload)))
  const owner = unseenOwner({ spaceId: upload.spaceId, policy: core.tuning.retry, signIns: core.signIns })
  const asker: Asker = { id, owner, priority: () => upload.request.priority ?? 0, limits: core.tuning.watchdog }
  yield* takeBack(asker, { ...upload, beginLostAt: lostSince(upload) })
  yield* sessions.forget(id, revisionOf(upload))
}, (effect, _core, id) => persistently(id)(effect))
