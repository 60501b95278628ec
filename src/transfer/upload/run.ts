/**
 * The upload, step by step (create, transfer, confirm, settle); each step that is done stays done over stops and restarts.
 */
import * as Effect from "effect/Effect"
import type { UploadResult } from "../../domain/UploadSnapshot.js"
import type { UploadTicket } from "../../services/StorageProvider.js"
import { AssetWishes } from "../../services/uploads/AssetWishes.js"
import type { Checkpoint } from "../../services/uploads/Checkpoint.js"
import { isStored, ticketOf } from "../../services/uploads/Checkpoint.js"
import type { Core } from "../../services/uploads/Core.js"
import type { Entry } from "../../services/uploads/Entry.js"
import { ask } from "../parts/ask.js"
import { retrying } from "../parts/retrying.js"
import { describe, inSpan } from "../parts/transferSpan.js"
import { advance } from "./advance.js"
import { confirmStored } from "./confirmations.js"
import { create } from "./create.js"
import { findEnded, findEndedMeanwhile } from "./endedElsewhere.js"
import { bury } from "./keep.js"
import type { Job } from "./openJob.js"
import { openJob } from "./openJob.js"
import { startOver, startOverUnlessStored } from "./startOver.js"
import { transfer } from "./transfer.js"

/** After this many fresh starts something else is wrong. */
const mostRestarts = 3

const createAndTransfer = Effect.fnUntraced(function*(job: Job) {
  const { checkpoint } = job
  yield* create(job)
  const ticket = ticketOf(checkpoint.stage)
  if (ticket !== undefined && !isStored(checkpoint.stage)) yield* transfer(job, ticket)
})

/** Parts joined wrong stay so; on pds a part that is there cannot be sent again either. */
const cannotBeMended = ({ stage }: Checkpoint): boolean =>
  stage._tag === "Joined" || ticketOf(stage)?.uploadId !== undefined

/** The storage has forgotten the upload, or has other bytes than were read. */
const needsFreshStart = (checkpoint: Checkpoint, error: { readonly _tag: string }): boolean =>
  (error._tag === "NoSuchUpload" && checkpoint.restarts < mostRestarts) ||
  (error._tag === "IntegrityError" && cannotBeMended(checkpoint) && checkpoint.restarts === 0)

/** What is stored wrong stays so whatever is sent again: the next retry begins anew too. */
const leaveNothingWrong = (job: Job) => (error: { readonly _tag: string }) =>
  error._tag === "IntegrityError" && cannotBeMended(job.checkpoint) ? startOver(job) : Effect.void

/** Somebody else has written the session since, where no lock kept them from it. */
const isTakenOver = (error: { readonly _tag: string }): boolean =>
  error._tag === "UploadInUse" && "reason" in error && error.reason === "goneOn"

/** Whoever has taken it over, or has used up what the storage has forgotten, may have brought the upload to its end. */
const storing = (job: Job): ReturnType<typeof createAndTransfer> =>
  Effect.catchIf(
    createAndTransfer(job),
    (error) => isTakenOver(error) || needsFreshStart(job.checkpoint, error),
    (error) =>
      Effect.flatMap(findEndedMeanwhile(job), (hasEnded) => {
        if (hasEnded) return Effect.void
        if (isTakenOver(error)) return Effect.fail(error)
        job.checkpoint.restarts++
        return Effect.zipRight(startOver(job), storing(job))
      })
  )

const confirm = Effect.fnUntraced(function*({ checkpoint, core, owner, priority, provider }: Job) {
  const { stage } = checkpoint
  if (stage._tag !== "Stored") return
  yield* retrying(owner, confirmStored(core, provider, { ticket: stage.ticket, priority }))
  advance(checkpoint, "confirmed", { ...stage, _tag: "Confirmed" })
})

const settle = Effect.fnUntraced(function*(job: Job, ticket: UploadTicket) {
  yield* ask(job, "finish", { method: "PUT", path: "settle" }, job.provider.uploads.settle(ticket))
})

const resultOf = (ticket: UploadTicket): UploadResult => ({
  fileId: ticket.fileId,
  objectKey: ticket.objectKey,
  assetId: ticket.assetId,
  rapid: false,
  verified: ticket.verified ?? "size"
})

const finish = Effect.fnUntraced(function*(job: Job) {
  const { stage } = job.checkpoint
  if (stage._tag === "Found") return stage.result
  if (stage._tag !== "Stored" && stage._tag !== "Confirmed") {
    return yield* Effect.dieMessage(`an upload ends as ${stage._tag}`)
  }
  yield* confirm(job)
  yield* settle(job, stage.ticket)
  return resultOf(stage.ticket)
})

/** Written down with the request, so that it is done also when this program ends before. */
const furnish = (job: Job, result: UploadResult) => {
  const { asset } = job.entry.request
  if (asset === undefined) return Effect.succeed(result)
  const call = Effect.flatMap(AssetWishes, (wishes) => wishes.fulfil(job.space.spaceId, asset, result))
  return retrying(job.owner, call)
}

const once = Effect.fnUntraced(function*(core: Core, entry: Entry, stored: () => void) {
  yield* describe({ space: entry.spaceId })
  const job = yield* openJob(core, entry)
  const { checkpoint, provider, source } = job
  yield* describe({ platform: provider.platform, size: source.identity.size })
  yield* findEnded(job)
  if (checkpoint.doubts.source === "incomparable") yield* startOverUnlessStored(job)
  yield* Effect.tapError(storing(job), leaveNothingWrong(job))
  stored()
  const result = yield* finish(job)
  yield* describe({ file: result.fileId })
  const furnished = yield* furnish(job, result)
  yield* bury(job, furnished)
  return furnished
}, Effect.scoped)

/**
 * `stored` is told when the bytes are with the storage: from then on the upload takes no one's place.
 */
export const run = (core: Core, entry: Entry, stored: () => void) =>
  inSpan("up", entry.id, () => core.line.size)(once(core, entry, stored))
