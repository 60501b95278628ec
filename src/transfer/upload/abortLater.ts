/**
 * Aborts a multipart upload that this upload knows no more, in the background.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { UploadTicket } from "../../services/StorageProvider.js"
import { TransferRuns } from "../../services/TransferRuns.js"
import type { SavedUpload } from "../../services/UploadSessions.js"
import { UploadSessions } from "../../services/UploadSessions.js"
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
  const sweep = Effect.flatMap((yield* TransferRuns).aborts.load(), (aborts) => aborts.sweepSession(engine, id)).pipe(
    Effect.catchAll((error) =>
      Effect.logWarning(`a multipart upload of ${run.entry.id} stays until the next sign-in`, error)
    )
  )
  yield* Effect.forkIn(Effect.interruptible(engine.provided(sweep)), engine.scope)
})
