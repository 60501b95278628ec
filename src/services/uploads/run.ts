/**
 * The upload, step by step (create, transfer, confirm, settle); each step that is done stays done over stops and restarts.
 */
import * as Effect from "effect/Effect"
import type { UploadResult } from "../../domain/UploadSnapshot.js"
import * as Codes from "../codes.js"
import { ask } from "../engine/ask.js"
import { retrying } from "../engine/retrying.js"
import { describe, inSpan } from "../engine/transferSpan.js"
import type { UploadTicket } from "../StorageProvider.js"
import { confirmStored } from "./confirmations.js"
import type { Core } from "./Core.js"
import { create } from "./create.js"
import { findEnded } from "./endedElsewhere.js"
import type { Checkpoint, Entry } from "./Entry.js"
import { forget } from "./keep.js"
import type { Job } from "./openJob.js"
import { openJob } from "./openJob.js"
import { startOver, startOverUnlessStored } from "./startOver.js"
import { transfer } from "./transfer.js"

/** After this many fresh starts something else is wrong. */
const mostRestarts = 3

const createAndTransfer = Effect.fnUntraced(function*(job: Job) {
  const { checkpoint } = job
  yield* create(job)
  if (checkpoint.ticket !== undefined && !checkpoint.stored) yield* transfer(job, checkpoint.ticket)
})

/** Parts joined wrong stay so; on pds a part that is there cannot be sent again either. */
const cannotBeMended = ({ joined, ticket }: Checkpoint): boolean => joined || ticket?.uploadId !== undefined

/** The storage has forgotten the upload, or has other bytes than were read. */
const needsFreshStart = (checkpoint: Checkpoint, error: { readonly _tag: string }): boolean =>
  (error._tag === "NoSuchUpload" && checkpoint.restarts < mostRestarts) ||
  (error._tag === "IntegrityError" && cannotBeMended(checkpoint) && checkpoint.restarts === 0)

/** What is stored wrong stays so whatever is sent again: the next retry begins anew too. */
const leaveNothingWrong = (job: Job) => (error: { readonly _tag: string }) =>
  error._tag === "IntegrityError" && cannotBeMended(job.checkpoint) ? startOver(job) : Effect.void

const storing = (job: Job): ReturnType<typeof createAndTransfer> =>
  Effect.catchIf(
    createAndTransfer(job),
    (error) => needsFreshStart(job.checkpoint, error),
    () =>
      Effect.suspend(() => {
        job.checkpoint.restarts++
        return Effect.zipRight(startOver(job), storing(job))
      })
  )

const confirm = Effect.fnUntraced(function*(job: Job, ticket: UploadTicket) {
  const { checkpoint, core, owner, provider } = job
  if (checkpoint.confirmed) return
  yield* retrying(owner, confirmStored(core, provider, { ticket, priority: job.priority }))
  checkpoint.confirmed = true
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

const finish = Effect.fnUntraced(function*(job: Job, ticket: UploadTicket) {
  yield* confirm(job, ticket)
  yield* settle(job, ticket)
  return resultOf(ticket)
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

const once = Effect.fnUntraced(function*(core: Core, entry: Entry, stored: () => void) {
  yield* describe({ space: entry.spaceId })
  const job = yield* openJob(core, entry)
  const { checkpoint, provider, source } = job
  yield* describe({ platform: provider.platform, size: source.identity.size })
  yield* findEnded(job)
  if (checkpoint.inDoubt) yield* startOverUnlessStored(job)
  yield* Effect.tapError(storing(job), leaveNothingWrong(job))
  stored()
  const { rapid, ticket } = checkpoint
  const result = rapid ?? (ticket === undefined
    ? yield* Effect.dieMessage("an upload was stored without a ticket")
    : yield* finish(job, ticket))
  yield* describe({ file: result.fileId })
  const furnished = yield* furnish(job, result)
  yield* forget(job)
  return furnished
}, Effect.scoped)

/**
 * `stored` is told when the bytes are with the storage: from then on the upload takes no one's place.
 */
export const run = (core: Core, entry: Entry, stored: () => void) =>
  inSpan("up", entry.id, () => core.line.size)(once(core, entry, stored))
