/**
 * Keeps what a create or begin call has told, which may come when the upload is no longer this client's.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ticketOf, uploadIdOf } from "../../services/uploads/Checkpoint.js"
import type { SavedUpload } from "../../services/UploadSessions.js"
import { UploadSessions } from "../../services/UploadSessions.js"
import { startAfresh } from "./advance.js"
import { keep } from "./keep.js"
import type { Job } from "./openJob.js"
import { takeBackApart } from "./tombstone.js"

const savedUploadId = ({ ticket, uploadId }: SavedUpload) => uploadId ?? ticket?.uploadId

/** The session is somebody else's by now, who goes on with what it names, and knows of nothing else. */
const takenBack = Effect.fnUntraced(function*(job: Job) {
  const { checkpoint, entry } = job
  const sessions = yield* UploadSessions
  const ticket = ticketOf(checkpoint.stage)
  const uploadId = uploadIdOf(checkpoint.stage)
  const theirs = Option.flatMapNullable(yield* sessions.load(entry.id), ({ upload }) => savedUploadId(upload))
  if (ticket === undefined || uploadId === undefined || Option.contains(theirs, uploadId)) return
  yield* takeBackApart(job, ticket, uploadId)
  startAfresh(checkpoint)
})

/**
 * Nothing that such a call has brought is left behind: it is in the session, or it is taken back.
 */
export const keepLate = (job: Job, journal: "kept" | "emptied") =>
  Effect.tapErrorTag(keep(job, journal), "UploadInUse", () => takenBack(job))
