/**
 * Saved uploads among each other: which one is newer, and which one is too old.
 */
import * as Duration from "effect/Duration"
import type { SavedUpload } from "../UploadSessions.js"

/**
 * The next one after the one that is known. It is also not before the time, so that a session that was forgotten and made anew
 * does not count through the same numbers again.
 */
export const nextRevision = (known: number | undefined, now: number): number => Math.max((known ?? 0) + 1, now)

/**
 * Nobody has resumed it for so long that nobody will.
 */
export const hasExpired = (saved: SavedUpload, lifetime: Duration.Duration, now: number): boolean =>
  now - saved.savedAt > Duration.toMillis(lifetime)
