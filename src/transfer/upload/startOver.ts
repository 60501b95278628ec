/**
 * Begins an upload anew when what it has sent is of no use, and gives the storage its parts back.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { UploadTicket } from "../../services/StorageProvider.js"
import { makeRequest } from "../parts/makeRequest.js"
import { abortLater } from "./abortLater.js"
import { advanceStage, dropMultipart } from "./advanceStage.js"
import { isStored, multipartOf, ticketOf, uploadIdOf } from "./stageFacts.js"
import type { UploadRun } from "./UploadRun.js"

/** The upload does not wait for the storage: what cannot be aborted now is aborted in the background. */
const abortOrLeave = Effect.fnUntraced(
  function*(run: UploadRun, ticket: UploadTicket, uploadId: string) {
    const { parts } = run.provider.uploads.reopen(ticket)
    yield* makeRequest(run, "control", { method: "DELETE", path: "multipart upload" }, parts.abort(uploadId))
  },
  (effect, run, ticket, uploadId) =>
    effect.pipe(
      Effect.catchTag("NoSuchUpload", () => Effect.void),
      Effect.catchAll((error) =>
        Effect.zipRight(
          Effect.logWarning("parts that are of no use could not be aborted yet", error),
          abortLater(run, ticket, uploadId)
        )
      )
    )
)

export const startOver = Effect.fnUntraced(function*(run: UploadRun) {
  const { checkpoint } = run
  const { doubts, stage } = checkpoint
  const ticket = ticketOf(stage)
  const uploadId = uploadIdOf(stage)
  const isOpen = stage._tag !== "Joined"
  if (ticket !== undefined && uploadId !== undefined && isOpen) yield* abortOrLeave(run, ticket, uploadId)
  doubts.source = undefined
  dropMultipart(checkpoint)
})

/** What an earlier run has brought to its end is stored as it was then, whatever file is at hand by now. */
export const startOverUnlessStored = Effect.fnUntraced(function*(run: UploadRun) {
  const { checkpoint, provider, source } = run
  const { doubts, stage } = checkpoint
  const ticket = ticketOf(stage)
  if (isStored(stage)) return
  if (ticket !== undefined) {
    const find = provider.uploads.reopen(ticket).parts.find({ size: source.identity.size })
    const found = yield* makeRequest(run, "control", { method: "HEAD", path: "object" }, find)
    if (Option.isSome(found)) {
      doubts.source = undefined
      const multipart = multipartOf(stage)
      return void advanceStage(checkpoint, "stored", { _tag: "Stored", ticket, object: found.value, multipart })
    }
  }
  yield* startOver(run)
})
