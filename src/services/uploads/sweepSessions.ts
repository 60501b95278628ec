/**
 * Looks after each sign-in for what uploads of earlier runs of the program have left behind.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TransferRuns } from "../TransferRuns.js"
import type { SavedUpload } from "../UploadSessions.js"
import { UploadSessions } from "../UploadSessions.js"
import { hasExpired } from "./SavedUploads.js"
import type { UploadEngine } from "./UploadEngine.js"

/** Nobody comes back after a day to an upload that somebody else has ended. */
const tombstoneLifetime = 86_400_000

/**
 * Cancelled, or resumed by nobody for so long that it has expired. One that has ended leaves a tombstone for a while.
 */
export const isLeftover = (engine: UploadEngine, saved: SavedUpload, now: number): boolean =>
  saved.ended === undefined
    ? saved.aborting || hasExpired(saved, engine.tuning.sessionLifetime, now)
    : now - saved.ended.at > tombstoneLifetime

/**
 * Aborts what is left of this user's uploads. Most sign-ins find nothing, and load no code for it.
 */
export const sweepSessions = Effect.fnUntraced(function*(engine: UploadEngine) {
  const sessions = yield* UploadSessions
  const now = yield* Clock.currentTimeMillis
  const leftovers = (yield* sessions.all).filter((saved) =>
    saved.wsid === engine.user.wsid && isLeftover(engine, saved, now)
  )
  if (leftovers.length === 0) return
  const aborts = yield* (yield* TransferRuns).aborts.load()
  yield* Effect.forEach(leftovers, (saved) => aborts.sweepSession(engine, saved.id), { concurrency: 2, discard: true })
}, Effect.catchAll((error) => Effect.logWarning("what uploads have left behind stays until the next sign-in", error)))
