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
import { beginLostSince } from "../../services/uploads/SavedUploads.js"
import { isLeftover } from "../../services/uploads/sweepSessions.js"
import { isStored, multipartOf, ticketOf } from "../../services/uploads/UploadCheckpoint.js"
import type { UploadEngine } from "../../services/uploads/UploadEngine.js"
import type { UploadEntry } from "../../services/uploads/UploadEntry.js"
import type { SavedUpload } from "../../services/UploadSessions.js"
import { revisionOf, UploadSessions } from "../../services/UploadSessions.js"
import type { Requester } from "../parts/makeRequest.js"
import { makeRequest } from "../parts/makeRequest.js"
import { silentHooks, withRetry } from "../parts/withRetry.js"
import { holdSession } from "./claimSession.js"
import { reloadSession } from "./reloadSession.js"
import { uploadRequester } from "./uploadRequester.js"
import type { UploadRun } from "./UploadRun.js"
import { savedUploadOf } from "./writeSession.js"

/**
 * A tombstone with an id of its own sees to it that it happens: in the background, or after the next sign-in. It is about this one
 * multipart upload; others that are open for the object may be in use.
 */
export const abortLater = Effect.fnUntraced(function*(run: UploadRun, ticket: UploadTicket, uploadId: string) {
  const { engine } = run
  const sessions = yield* UploadSessions
  const about = savedUploadOf(run, yield* Clock.currentTimeMillis)
  const id = engine.starting.id()
  const tombstone: SavedUpload = { ...about, id, ticket, uploadId, beginLostAt: undefined, aborting: true }
  yield* sessions.save(tombstone)
  yield* Effect.forkIn(Effect.interruptible(engine.provided(sweepSession(engine, id))), engine.scope)
})

/** A part whose connection was closed may still land after the abort: then the upload is there again and is aborted again. */
const mostAborts = 3

const openStore = Effect.fnUntraced(function*({ hooks }: Requester, ticket: UploadTicket) {
  const spaces = yield* Spaces
  const providers = yield* StorageProviders
  const space = yield* withRetry(hooks, spaces.resolve({ spaceId: ticket.spaceId }))
  const provider = yield* withRetry(hooks, providers.forSpace(space))
  return provider.uploads.reopen(ticket).parts
})

const abortMultipart = Effect.fnUntraced(function*(requester: Requester, ticket: UploadTicket, uploadId: string) {
  const store = yield* openStore(requester, ticket)
  const abort = makeRequest(requester, "control", { method: "DELETE", path: "multipart upload" }, store.abort(uploadId))
  const isThere = makeRequest(
    requester,
    "control",
    { method: "GET", path: "parts" },
    Stream.runDrain(Stream.takeUntil(store.parts(uploadId), () => true))
  )
  yield* Effect.zipRight(abort, isThere).pipe(
    Effect.repeat({ times: mostAborts - 1 }),
    Effect.catchTag("NoSuchUpload", () => Effect.void)
  )
})

/** What is open for the object of a new file can only be this upload's. */
const listLostUploads = Effect.fnUntraced(function*(requester: Requester, ticket: UploadTicket) {
  const { open } = yield* openStore(requester, ticket)
  if (ticket.kind !== "new" || open === undefined) return []
  const list = yield* makeRequest(requester, "control", { method: "GET", path: "multipart uploads" }, open)
  return list.map((one) => one.uploadId)
})

/**
 * Aborts what is open of an upload: under the id that it knows, and what a lost begin call may have left.
 */
const abortLeftovers = Effect.fnUntraced(function*(
  requester: Requester,
  left: Pick<SavedUpload, "beginLostAt" | "ticket" | "uploadId">
) {
  const { beginLostAt, ticket } = left
  if (ticket === undefined) return
  const uploadId = left.uploadId ?? ticket.uploadId
  const open = new Set(beginLostAt === undefined ? [] : yield* listLostUploads(requester, ticket))
  if (uploadId !== undefined) open.add(uploadId)
  yield* Effect.forEach(open, (one) => abortMultipart(requester, ticket, one), { discard: true })
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
export const abortUpload = Effect.fnUntraced(function*(engine: UploadEngine, entry: UploadEntry) {
  const { checkpoint, id, spaceId } = entry
  if (checkpoint === undefined || spaceId === undefined) return
  const sessions = yield* UploadSessions
  if (!(yield* holdSession(id, checkpoint))) return
  yield* reloadSession(engine, entry)
  const { doubts, writing } = checkpoint
  // Another client has brought it to its end.
  if (typeof doubts.session === "object") return
  const ifSaved = (write: (id: UploadId, revision?: number) => Effect.Effect<boolean>) =>
    writing.withPermits(1)(
      Effect.suspend(() => checkpoint.saved === undefined ? Effect.succeed(true) : write(id, checkpoint.saved.revision))
    )
  yield* ifSaved(sessions.markAborting)
  yield* Effect.exit(engine.steps.join(id, Effect.void))
  if (!(yield* ifSaved(sessions.markAborting))) return
  const { stage } = checkpoint
  if (!isStored(stage)) {
    yield* abortLeftovers(uploadRequester(engine, entry, spaceId), {
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
export const sweepSession = Effect.fnUntraced(function*(engine: UploadEngine, id: UploadId) {
  const sessions = yield* UploadSessions
  if (engine.registry.get(id) !== undefined || !(yield* sessions.claim(id))) return
  const saved = yield* sessions.load(id)
  if (saved._tag === "None" || !isLeftover(engine, saved.value.upload, yield* Clock.currentTimeMillis)) return
  const { upload } = saved.value
  if (upload.ended !== undefined) return yield* Effect.asVoid(sessions.forget(id, revisionOf(upload)))
  const hooks = silentHooks({ spaceId: upload.spaceId, policy: engine.tuning.retry, signIns: engine.signIns })
  const requester: Requester = {
    id,
    hooks,
    priority: () => upload.request.priority ?? 0,
    limits: engine.tuning.watchdog
  }
  yield* abortLeftovers(requester, { ...upload, beginLostAt: beginLostSince(upload) })
  yield* sessions.forget(id, revisionOf(upload))
}, (effect, _core, id) => persistently(id)(effect))
