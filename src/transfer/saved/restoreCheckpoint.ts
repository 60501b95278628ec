/**
 * What is saved of an upload: of its request, and how far it has come as its session tells it.
 */
import type { UploadRequest } from "../../services/Uploads.js"
import type { Stage, UploadCheckpoint } from "../../services/uploads/UploadCheckpoint.js"
import type { SavedRequest, SavedUpload, UploadSession } from "../../services/UploadSessions.js"
import { revisionOf } from "../../services/UploadSessions.js"

/**
 * When a begin call may have been made whose upload id nobody knows: the session is written right before the first one, and right
 * after it.
 */
export const beginLostSince = (
  { beginLostAt, partSize, savedAt, ticket, uploadId }: SavedUpload
): number | undefined => {
  if (beginLostAt !== undefined) return beginLostAt
  if (ticket === undefined || ticket.uploadId !== undefined) return undefined
  return uploadId === undefined || partSize === undefined ? savedAt : undefined
}

/** Parts without their size count for nothing: the multipart upload is begun anew, and the old one is found and aborted. */
const stageOf = ({ partSize, ticket, uploadId }: SavedUpload, journal: UploadSession["journal"]): Stage => {
  if (ticket === undefined) return { _tag: "New" }
  if (uploadId === undefined || partSize === undefined) return { _tag: "Announced", ticket }
  return { _tag: "Begun", ticket, uploadId, partSize, journal: new Map(journal.map((part) => [part.number, part])) }
}

/**
 * From here on the checkpoint is what the session says; its file is still to be compared.
 */
export const restoreCheckpoint = (checkpoint: UploadCheckpoint, { journal, upload }: UploadSession): void => {
  const { digests, hash, identity, preHash, savedAt } = upload
  const stage = stageOf(upload, journal)
  const beganAt = beginLostSince(upload)
  Object.assign(checkpoint, { identity, preHash, hash, digests, stage, saved: { revision: revisionOf(upload) } })
  Object.assign(checkpoint.doubts, {
    // It may have been made by the very last call of that run.
    create: stage._tag === "New" ? { since: savedAt } : undefined,
    begin: beganAt === undefined ? undefined : { since: beganAt },
    source: "uncompared"
  })
}

/**
 * What is saved of a request. Programs give objects that hold more, such as functions, which no store can keep.
 */
export const savedRequest = (
  { asset, checkNameMode, chunkSize, fileId, name, parallel, parentFileId, path, priority }: UploadRequest
): SavedRequest => {
  const request = { checkNameMode, chunkSize, fileId, name, parallel, parentFileId, path, priority }
  if (asset === undefined) return request
  const { assetId, folderId, rawAction } = asset
  return { ...request, asset: { assetId, folderId, rawAction } }
}
