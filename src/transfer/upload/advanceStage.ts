/**
 * Moves an upload to its next stage, as the table of stages allows it.
 */
import type { StageEvent } from "../../domain/UploadStage.js"
import { nextStage } from "../../domain/UploadStage.js"
import type { Stage, UploadCheckpoint } from "../../services/uploads/UploadCheckpoint.js"
import { ticketOf } from "./stageFacts.js"

/**
 * A move that the table does not have is a bug, and ends the run.
 */
export const advanceStage = <S extends Stage>(checkpoint: UploadCheckpoint, event: StageEvent, stage: S): S => {
  const { _tag } = checkpoint.stage
  if (nextStage(_tag, event) !== stage._tag) throw new Error(`${event} leads from ${_tag} to no ${stage._tag}`)
  checkpoint.stage = stage
  return stage
}

/**
 * The storage's upload is of no use any more; where its id came with the create call, that is repeated too.
 */
export const dropMultipart = (checkpoint: UploadCheckpoint): void => {
  const ticket = ticketOf(checkpoint.stage)
  if (ticket === undefined) return
  if (ticket.uploadId === undefined) advanceStage(checkpoint, "dropped", { _tag: "Announced", ticket })
  else advanceStage(checkpoint, "withdrawn", { _tag: "New", earlier: ticket.fileId })
}
