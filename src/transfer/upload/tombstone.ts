/**
 * Takes back a multipart upload that the session of its upload does not name, or no longer.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { UploadTicket } from "../../services/StorageProvider.js"
import { UploadSessions } from "../../services/UploadSessions.js"
import type { SavedUpload } from "../../services/UploadSessions.js"
import { sweepOne } from "./abandon.js"
import { savedUpload } from "./keep.js"
import type { Job } from "./openJob.js"

/**
 * A tombstone with an id of its own sees to it that it happens: in the background, or after the next sign-in. It is about this one
 * multipart upload; others that are open for the object may be in use.
 */
export const takeBackApart = Effect.fnUntraced(function*(job: Job, ticket: UploadTicket, uploadId: string) {
  const { core } = job
  const sessions = yield* UploadSessions
  const about = savedUpload(job, yield* Clock.currentTimeMillis)
  const id = core.starting.id()
  const tombstone: SavedUpload = { ...about, id, ticket, uploadId, beginLostAt: undefined, aborting: true }
  yield* sessions.save(tombstone)
  yield* Effect.forkIn(Effect.interruptible(core.provided(sweepOne(core, id))), core.scope)
})
