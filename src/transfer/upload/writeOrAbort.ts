/**
 * Keeps what a create or begin call has answered, which may come when the upload is no longer this client's.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ticketOf, uploadIdOf } from "../../services/uploads/UploadCheckpoint.js"
import type { SavedUpload } from "../../services/UploadSessions.js"
import { UploadSessions } from "../../services/UploadSessions.js"
import { abortLater } from "./abortLater.js"
import { dropMultipart } from "./advanceStage.js"
import type { UploadRun } from "./UploadRun.js"
import { writeSession } from "./writeSession.js"

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
 * Nothing that such a call has brought is left behind: it is in the session, or it is aborted.
 */
export const writeOrAbort = (run: UploadRun, journal: "kept" | "emptied") =>
  Effect.tapErrorTag(writeSession(run, journal), "UploadInUse", () => abortUnknown(run))
