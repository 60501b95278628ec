/**
 * Aborts what a cancelled upload left on the storage. A tombstone in the session store makes sure that it happens, if not now
 * then when the machine is online or the program starts again.
 */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { UploadId } from "../../domain/Ids.js"
import { TransferRuns } from "../../services/TransferRuns.js"
import type { UploadEngine } from "../../services/uploads/UploadEngine.js"
import type { UploadEntry } from "../../services/uploads/UploadEntry.js"
import { UploadSessions } from "../../services/UploadSessions.js"
import { holdSession, reloadSession } from "./claimSession.js"
import { isStored, uploadIdOf } from "./stageFacts.js"

/** For an hour. The tombstone outlives the program, so that ending here loses nothing. */
const again = Schedule.intersect(Schedule.spaced("5 minutes"), Schedule.recurs(12))

/**
 * Tries again for an hour to abort what an upload left, then writes a warning to the log.
 */
export const retryAbort = (id: UploadId) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  // Each time with a claim of its own.
  Effect.scoped(effect).pipe(
    Effect.retry(again),
    Effect.catchAllCause((cause) => Effect.logWarning(`the parts of upload ${id} could not be aborted`, cause))
  )

/**
 * Aborts what a cancelled upload has left, once its own run has ended. A create or begin call that is still under way is waited for: it may
 * bring an upload id. What another tab or process drives by now is left to it.
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
  const mayHaveParts = !isStored(stage) && (doubts.begin !== undefined || uploadIdOf(stage) !== undefined)
  if (mayHaveParts) yield* (yield* (yield* TransferRuns).aborts.load()).abortParts(engine, entry)
  yield* ifSaved(sessions.forget)
}, (effect, _engine, entry) => retryAbort(entry.id)(effect))
