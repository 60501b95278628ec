/**
 * What a saved upload tells of itself to those who find it.
 */
import * as Duration from "effect/Duration"
import type { SavedUpload } from "../UploadSessions.js"

/**
 * When a begin call may have been made whose upload id nobody knows: the session is written right before the first one, and right
 * after it.
 */
export const lostSince = ({ beginLostAt, partSize, savedAt, ticket, uploadId }: SavedUpload): number | undefined => {
  if (beginLostAt !== undefined) return beginLostAt
  if (ticket === undefined || ticket.uploadId !== undefined) return undefined
  return uploadId === undefined || partSize === undefined ? savedAt : undefined
}

/**
 * Nobody has gone on with it for so long that nobody will.
 */
export const hasExpired = (saved: SavedUpload, lifetime: Duration.Duration, now: number): boolean =>
  now - saved.savedAt > Duration.toMillis(lifetime)
