/**
 * Keeps what a create or begin call has told, which may come when the upload is no longer this client's.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { UploadSessions } from "../UploadSessions.js"
import type { SavedUpload } from "../UploadSessions.js"
import { sweepOne } from "./abandon.js"
import { keep, savedUpload } from "./keep.js"
import type { Job } from "./openJob.js"
import { freshId } from "./start.js"

const multipartOf = ({ ticket, uploadId }: Pick<SavedUpload, "ticket" | "uploadId">) => uploadId ?? ticket?.uploadId

/**
 * The session is somebody else's by now, who does not know this multipart upload: it gets a tombstone of its own and is taken back.
 */
const takenBack = Effect.fnUntraced(function*(job: Job) {
  const { checkpoint, core, entry } = job
  const sessions = yield* UploadSessions
  const uploadId = multipartOf(checkpoint)
  const theirs = Option.flatMapNullable(yield* sessions.load(entry.id), ({ upload }) => multipartOf(upload))
  if (uploadId === undefined || Option.contains(theirs, uploadId)) return
  const now = yield* Clock.currentTimeMillis
  const tombstone: SavedUpload = { ...savedUpload(job, now), id: yield* freshId, uploadId, aborting: true }
  yield* sessions.save(tombstone)
  checkpoint.uploadId = undefined
  if (checkpoint.ticket?.uploadId !== undefined) checkpoint.ticket = undefined
  yield* Effect.forkIn(Effect.interruptible(core.provided(sweepOne(core, tombstone.id))), core.scope)
})

/**
 * Nothing that such a call has brought is left behind: it is in the session, or it is taken back.
 */
export const keepLate = (job: Job, journal: "kept" | "emptied") =>
  Effect.tapErrorTag(keep(job, journal), "UnsupportedOperation", () => takenBack(job))
