/**
 * One upload is driven by one tab or process at a time.
 */
import * as Effect from "effect/Effect"
import { UnsupportedOperation } from "../../domain/errors/InputErrors.js"
import { UploadSessions } from "../UploadSessions.js"
import type { Entry } from "./Entry.js"

/**
 * Holds the session for the time of the run.
 */
export const claim = Effect.fnUntraced(function*(entry: Entry) {
  const sessions = yield* UploadSessions
  if (yield* sessions.claim(entry.id)) return
  yield* new UnsupportedOperation({ operation: "upload", message: "another tab or process drives this upload" })
})
