/**
 * Aborting what an upload left is retried for an hour.
 */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { UploadId } from "../../domain/Ids.js"

/** Beyond the time limit of each call: the tombstone outlives the program, so stopping here loses nothing. */
const again = Schedule.intersect(Schedule.spaced("5 minutes"), Schedule.recurs(12))

export const retryAbort = (id: UploadId) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  // Each time with a claim of its own.
  Effect.scoped(effect).pipe(
    Effect.retry(again),
    Effect.catchAllCause((cause) => Effect.logWarning(`the parts of upload ${id} could not be aborted`, cause))
  )
