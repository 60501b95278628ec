/**
 * Keeps the new priority of an upload that is saved and does not run.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { nextRevision } from "../../services/uploads/SavedUploads.js"
import type { UploadEntry } from "../../services/uploads/UploadEntry.js"
import { revisionOf, UploadSessions } from "../../services/UploadSessions.js"

/**
 * Writes the priority into the session as it is, which another tab may have written since: only where none drives the upload.
 */
export const savePriority = Effect.fnUntraced(function*({ checkpoint, id, request: { priority } }: UploadEntry) {
  const sessions = yield* UploadSessions
  if (!(yield* sessions.claim(id))) return
  const found = yield* sessions.load(id)
  if (Option.isNone(found)) return
  const { upload } = found.value
  if (upload.ended !== undefined) return
  const before = revisionOf(upload)
  const revision = nextRevision(before, yield* Clock.currentTimeMillis)
  const written = yield* sessions.update({ ...upload, revision, request: { ...upload.request, priority } }, before)
  if (written && checkpoint?.saved?.revision === before) checkpoint.saved = { revision }
}, Effect.scoped)
