/**
 * What a stage of an upload tells.
 */
import type { UploadTicket } from "../../services/StorageProvider.js"
import type { OpenMultipart, Stage } from "../../services/uploads/UploadCheckpoint.js"

/** What was announced, while it is of use. */
export const ticketOf = (stage: Stage): UploadTicket | undefined => "ticket" in stage ? stage.ticket : undefined

/** The multipart upload that is open, or was until it became the object. */
export const multipartOf = (stage: Stage): OpenMultipart | undefined =>
  "uploadId" in stage ? stage : "multipart" in stage ? stage.multipart : undefined

/** Its id, which comes with the announcement on pds. */
export const uploadIdOf = (stage: Stage): string | undefined =>
  multipartOf(stage)?.uploadId ?? ticketOf(stage)?.uploadId

/** The bytes are with the storage, whose word on them was compared. */
export const isStored = ({ _tag }: Stage): boolean => _tag === "Stored" || _tag === "Confirmed" || _tag === "Found"
