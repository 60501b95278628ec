/**
 * Aborts multipart uploads that nobody resumes: of a cancelled upload, and of earlier runs of the program.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { UploadId } from "../../domain/Ids.js"
import { Spaces } from "../../services/Spaces.js"
import type { UploadTicket } from "../../services/StorageProvider.js"
import { StorageProviders } from "../../services/StorageProviders.js"
import type { AbortRuns } from "../../services/TransferRuns.js"
import { isLeftover } from "../../services/uploads/sweepSessions.js"
import type { UploadEngine } from "../../services/uploads/UploadEngine.js"
import type { UploadEntry } from "../../services/uploads/UploadEntry.js"
import type { SavedUpload } from "../../services/UploadSessions.js"
import { revisionOf, UploadSessions } from "../../services/UploadSessions.js"
import type { Requester } from "../parts/makeRequest.js"
import { makeRequest } from "../parts/makeRequest.js"
import { silentHooks, withRetry } from "../parts/withRetry.js"
import { beginLostSince } from "../saved/restoreCheckpoint.js"
import { retryAbort } from "./abortUpload.js"
import { multipartOf, ticketOf } from "./stageFacts.js"
import { uploadRequester } from "./uploadRequester.js"

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

const abortParts = Effect.fnUntraced(function*(engine: UploadEngine, entry: UploadEntry) {
  const { checkpoint, spaceId } = entry
  if (checkpoint === undefined || spaceId === undefined) return
  const { doubts, stage } = checkpoint
  yield* abortLeftovers(uploadRequester(engine, entry, spaceId), {
    ticket: ticketOf(stage),
    uploadId: multipartOf(stage)?.uploadId,
    beginLostAt: doubts.begin?.since
  })
})

/**
 * Aborts one that is still left when its turn comes.
 */
const sweepSession = Effect.fnUntraced(function*(engine: UploadEngine, id: UploadId) {
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
}, (effect, _engine, id) => retryAbort(id)(effect))

export const aborts: AbortRuns = { abortParts, sweepSession }
