/**
 * The upload, step by step (create, transfer, confirm, settle); each step that is done stays done over stops and restarts.
 */
import * as Effect from "effect/Effect"
import type { UploadResult } from "../../domain/UploadSnapshot.js"
import * as Codes from "../codes.js"
import { retrying } from "../engine/retrying.js"
import { answered } from "../engine/watchdog.js"
import type { UploadTicket } from "../StorageProvider.js"
import { TransferScheduler } from "../TransferScheduler.js"
import { advance } from "./advance.js"
import type { Checkpoint } from "./Checkpoint.js"
import { isStored, ticketOf } from "./Checkpoint.js"
import { confirmStored } from "./confirmations.js"
import type { Core } from "./Core.js"
import { create } from "./create.js"
import { findEnded, findEndedMeanwhile } from "./endedElsewhere.js"
import type { Entry } from "./Entry.js"
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

const confirm = Effect.fnUntraced(function*({ checkpoint, core, owner, provider }: Job) {
  const { stage } = checkpoint
  if (stage._tag !== "Stored") return
  yield* retrying(owner, confirmStored(core, provider, stage.ticket))
  advance(checkpoint, "confirmed", { ...stage, _tag: "Confirmed" })
})

const settle = Effect.fnUntraced(function*(job: Job, ticket: UploadTicket) {
  const scheduler = yield* TransferScheduler
  const settled = answered(job.core.tuning.watchdog.answer, { method: "PUT", path: "settle" })(
    job.provider.uploads.settle(ticket)
  )
  yield* retrying(job.owner, scheduler.withPermit({ lane: "finish", group: job.entry.id })(settled))
})

const resultOf = (ticket: UploadTicket): UploadResult => ({
  fileId: ticket.fileId,
  objectKey: ticket.objectKey,
  assetId: ticket.assetId,
  rapid: false
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
  const call = Effect.flatMap(
    Codes.seldom.load,
    ({ furnishAsset }) => furnishAsset(job.space.spaceId, asset, result)
  )
  return retrying(job.owner, call)
}

/**
 * `stored` is told when the bytes are with the storage: from then on the upload takes no one's place.
 */
export const run = Effect.fnUntraced(function*(core: Core, entry: Entry, stored: () => void) {
  const job = yield* openJob(core, entry)
  const { checkpoint } = job
  yield* findEnded(job)
  if (checkpoint.doubts.source === "incomparable") yield* startOverUnlessStored(job)
  yield* storing(job)
  stored()
  const furnished = yield* furnish(job, yield* finish(job))
  yield* bury(job, furnished)
  return furnished
}, Effect.scoped)
