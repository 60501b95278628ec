/**
 * Aborts a multipart upload that this upload knows no more, in the background. One that a create or begin call has just answered, too,
 * where the upload is no longer this client's.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { UploadTicket } from "../../services/StorageProvider.js"
import { TransferRuns } from "../../services/TransferRuns.js"
import type { SavedUpload } from "../../services/UploadSessions.js"
import { UploadSessions } from "../../services/UploadSessions.js"
import { dropMultipart } from "./advanceStage.js"
import { ticketOf, uploadIdOf } from "./stageFacts.js"
import type { UploadRun } from "./UploadRun.js"
import { savedUploadOf, writeSession } from "./writeSession.js"

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
  const sweep = Effect.flatMap((yield* TransferRuns).aborts.load(), (aborts) => aborts.sweepSession(engine, id)).pipe(
    Effect.catchAll((error) =>
      Effect.logWarning(`a multipart upload of ${run.entry.id} stays until the next sign-in`, error)
    )
  )
  yield* Effect.forkIn(Effect.interruptible(engine.provided(sweep)), engine.scope)
})

const savedUploadId = ({ ticket, uploadId }: SavedUpload) => uploadId ?? ticket?.uploadId

/** The session is somebody else's by now, who continues with what it names, and knows of nothing else. */
const abortUnknown = Effect.fnUntraced(function*(run: UploadRun) {
  const { checkpoint, entry } = run
  const sessions = yield* UploadSessions
  const ticket = ticketOf(checkpoint.stage)
  const uploadId = uploadIdOf(checkpoint.stage)
  const theirs = Option.flatMapNullable(yield* sessions.load(entry.id), ({ upload }) => savedUploadId(upload))
  if (ticket === undefined || uploadId === undefined || Option.contains(theirs, uploadId)) return
  yield* abortLater(run, ticket, uploadId)
  dropMultipart(checkpoint)
})

/**
 * Keeps what a create or begin call has answered. Nothing that it has brought is left behind: it is in the session, or it is aborted.
 */
export const writeOrAbort = (run: UploadRun, journal: "kept" | "emptied") =>
  Effect.tapErrorTag(writeSession(run, journal), "UploadInUse", () => abortUnknown(run))
