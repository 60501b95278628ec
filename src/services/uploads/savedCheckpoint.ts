/**
 * How far an upload has come, as its session tells it.
 */
import type { UploadSession } from "../UploadSessions.js"
import { revisionOf } from "../UploadSessions.js"
import type { Checkpoint } from "./Entry.js"
import { lostSince } from "./lostSince.js"

export const savedCheckpoint = ({ journal, upload }: UploadSession): Partial<Checkpoint> => {
  const { digests, hash, identity, partSize, preHash, ticket, uploadId } = upload
  return {
    identity,
    preHash,
    hash,
    digests,
    ticket,
    // It may have been made by the very last call of that run.
    createLost: ticket === undefined,
    uploadId,
    partSize,
    beginLostAt: lostSince(upload),
    journal: new Map(journal.map((part) => [part.number, part])),
    revision: revisionOf(upload)
  }
}
