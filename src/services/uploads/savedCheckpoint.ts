/**
 * How far an upload has come, as its session tells it.
 */
import type { SavedUpload, UploadSession } from "../UploadSessions.js"
import { revisionOf } from "../UploadSessions.js"
import type { Checkpoint, Stage } from "./Checkpoint.js"
import { lostSince } from "./lostSince.js"

/** Parts without their size count for nothing: the multipart upload is begun anew, and the old one is found and aborted. */
const stageOf = ({ partSize, ticket, uploadId }: SavedUpload, journal: UploadSession["journal"]): Stage => {
  if (ticket === undefined) return { _tag: "New" }
  if (uploadId === undefined || partSize === undefined) return { _tag: "Announced", ticket }
  return { _tag: "Begun", ticket, uploadId, partSize, journal: new Map(journal.map((part) => [part.number, part])) }
}

/**
 * From here on the checkpoint is what the session says; its file is still to be compared.
 */
export const restore = (checkpoint: Checkpoint, { journal, upload }: UploadSession): void => {
  const { digests, hash, identity, preHash, savedAt } = upload
  const stage = stageOf(upload, journal)
  const beganAt = lostSince(upload)
  Object.assign(checkpoint, { identity, preHash, hash, digests, stage, saved: { revision: revisionOf(upload) } })
  Object.assign(checkpoint.doubts, {
    // It may have been made by the very last call of that run.
    create: stage._tag === "New" ? { since: savedAt } : undefined,
    begin: beganAt === undefined ? undefined : { since: beganAt },
    source: "uncompared"
  })
}
