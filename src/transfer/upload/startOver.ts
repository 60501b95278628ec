/**
 * Begins an upload anew when what it has sent is of no use, and gives the storage its parts back.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { UploadTicket } from "../../services/StorageProvider.js"
import { isStored, multipartOf, ticketOf, uploadIdOf } from "../../services/uploads/Checkpoint.js"
import { ask } from "../parts/ask.js"
import { advance, startAfresh } from "./advance.js"
import type { Job } from "./openJob.js"
import { takeBackApart } from "./tombstone.js"

/** The upload does not wait for the storage's good will: what cannot be taken back now is taken back beside it. */
const takenBack = Effect.fnUntraced(
  function*(job: Job, ticket: UploadTicket, uploadId: string) {
    const { parts } = job.provider.uploads.reopen(ticket)
    yield* ask(job, "control", { method: "DELETE", path: "multipart upload" }, parts.abort(uploadId))
  },
  (effect, job, ticket, uploadId) =>
    effect.pipe(
      Effect.catchTag("NoSuchUpload", () => Effect.void),
      Effect.catchAll((error) =>
        Effect.zipRight(
          Effect.logWarning("parts that are of no use could not be taken back yet", error),
          takeBackApart(job, ticket, uploadId)
        )
      )
    )
)

export const startOver = Effect.fnUntraced(function*(job: Job) {
  const { checkpoint } = job
  const { doubts, stage } = checkpoint
  const ticket = ticketOf(stage)
  const uploadId = uploadIdOf(stage)
  const isOpen = stage._tag !== "Joined"
  if (ticket !== undefined && uploadId !== undefined && isOpen) yield* takenBack(job, ticket, uploadId)
  doubts.source = undefined
  startAfresh(checkpoint)
})

/** What an earlier run has brought to its end is stored as it was then, whatever file is at hand by now. */
export const startOverUnlessStored = Effect.fnUntraced(function*(job: Job) {
  const { checkpoint, provider, source } = job
  const { doubts, stage } = checkpoint
  const ticket = ticketOf(stage)
  if (isStored(stage)) return
  if (ticket !== undefined) {
    const find = provider.uploads.reopen(ticket).parts.find({ size: source.identity.size })
    const found = yield* ask(job, "control", { method: "HEAD", path: "object" }, find)
    if (Option.isSome(found)) {
      doubts.source = undefined
      const multipart = multipartOf(stage)
      return void advance(checkpoint, "stored", { _tag: "Stored", ticket, object: found.value, multipart })
    }
  }
  yield* startOver(job)
})
