/**
 * Another tab or process may have continued an upload that this one had left: then what this one knows of it is out of date.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { UploadEngine } from "../../services/uploads/UploadEngine.js"
import type { UploadEntry } from "../../services/uploads/UploadEntry.js"
import { checkpointOf } from "../../services/uploads/UploadEntry.js"
import type { UploadSession } from "../../services/UploadSessions.js"
import { revisionOf, UploadSessions } from "../../services/UploadSessions.js"
import { restoreCheckpoint } from "../saved/restoreCheckpoint.js"

/**
 * Continues from the session where it was written by somebody else since; the caller has claimed it. The file is compared anew, with
 * what the other one has read. Where there is a tombstone or no session any more, that one has brought the upload to its end. A
 * create or begin call under way is waited for: it is about what was known before. Meanwhile the other one may continue.
 */
export const reloadSession = Effect.fnUntraced(function*(engine: UploadEngine, entry: UploadEntry) {
  const checkpoint = checkpointOf(entry)
  const { doubts } = checkpoint
  if (checkpoint.saved === undefined) return
  const sessions = yield* UploadSessions
  const isOurs = ({ upload }: UploadSession) => revisionOf(upload) === checkpoint.saved?.revision
  let found = yield* sessions.load(entry.id)
  if (Option.isSome(found) && !isOurs(found.value) && engine.steps.isUnderway(entry.id)) {
    yield* Effect.exit(engine.steps.join(entry.id, Effect.void))
    found = yield* sessions.load(entry.id)
  }
  doubts.session = Option.isNone(found) ? "gone" : found.value.upload.ended
  if (Option.isSome(found) && !isOurs(found.value)) restoreCheckpoint(checkpoint, found.value)
})
