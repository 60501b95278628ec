/**
 * The upload, step by step (create, transfer, confirm, settle); each step that is done stays done over stops and restarts.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { QuotaExceeded } from "../../domain/errors/FileErrors.js"
import type { SuccessCallbackFailed } from "../../domain/errors/TransferErrors.js"
import { rootFileId } from "../../domain/Ids.js"
import type { UploadResult } from "../../domain/UploadSnapshot.js"
import { filesChanged } from "../../services/Announce.js"
import type { UploadTicket } from "../../services/StorageProvider.js"
import type { UploadRuns } from "../../services/TransferRuns.js"
import { AssetWishes } from "../../services/uploads/AssetWishes.js"
import { closeSource } from "../../services/uploads/closeSource.js"
import type { UploadCheckpoint } from "../../services/uploads/UploadCheckpoint.js"
import type { UploadEngine } from "../../services/uploads/UploadEngine.js"
import type { UploadEntry } from "../../services/uploads/UploadEntry.js"
import { asTransfer } from "../hosts/HostGates.js"
import { makeRequest, withCallLimit } from "../parts/makeRequest.js"
import { describeSpan, inSpan } from "../parts/TransferSpan.js"
import { withRetry } from "../parts/withRetry.js"
import { abortUpload } from "./abortUpload.js"
import { advanceStage } from "./advanceStage.js"
import { confirmStored } from "./confirmStored.js"
import { createUpload } from "./createUpload.js"
import { findEnded, findEndedMeanwhile } from "./findEnded.js"
import { isStored, ticketOf } from "./stageFacts.js"
import { startOver, startOverUnlessStored } from "./startOver.js"
import type { LoadParts } from "./storeBytes.js"
import { storeBytes } from "./storeBytes.js"
import type { UploadRun } from "./UploadRun.js"
import { openUploadRun } from "./UploadRun.js"
import { endSession } from "./writeSession.js"

/** After this many fresh starts something else is wrong. */
const mostRestarts = 3

const createAndTransfer = Effect.fnUntraced(function*(run: UploadRun, loadParts: LoadParts) {
  const { checkpoint } = run
  yield* createUpload(run)
  const ticket = ticketOf(checkpoint.stage)
  if (ticket !== undefined && !isStored(checkpoint.stage)) yield* storeBytes(run, ticket, loadParts)
})

/** Parts joined wrong stay so; on pds a part that is there cannot be sent again either. */
const cannotBeMended = ({ stage }: UploadCheckpoint): boolean =>
  stage._tag === "Joined" || ticketOf(stage)?.uploadId !== undefined

/** The storage has forgotten the upload, or has other bytes than were read. */
const needsFreshStart = (checkpoint: UploadCheckpoint, error: { readonly _tag: string }): boolean =>
  (error._tag === "NoSuchUpload" && checkpoint.restarts < mostRestarts) ||
  (error._tag === "IntegrityError" && cannotBeMended(checkpoint) && checkpoint.restarts === 0)

/** Bytes that were written into after they had left: nobody knows which of them are in the parts. */
const hasSentOthers = (error: { readonly _tag: string }): boolean =>
  error._tag === "SourceChanged" && "what" in error && error.what === "content"

/** What is stored wrong stays so whatever is sent again: the next retry begins anew too. */
const leaveNothingWrong = (run: UploadRun) => (error: { readonly _tag: string }) =>
  hasSentOthers(error) || (error._tag === "IntegrityError" && cannotBeMended(run.checkpoint))
    ? startOver(run)
    : Effect.void

/** Somebody else has written the session since, where no lock kept them from it. */
const isTakenOver = (error: { readonly _tag: string }): boolean =>
  error._tag === "UploadInUse" && "reason" in error && error.reason === "continued"

/** Whoever has taken it over, or has used up what the storage has forgotten, may have brought the upload to its end. */
const storeWithRestarts = (run: UploadRun, loadParts: LoadParts): ReturnType<typeof createAndTransfer> =>
  Effect.catchIf(
    createAndTransfer(run, loadParts),
    (error) => isTakenOver(error) || needsFreshStart(run.checkpoint, error),
    (error) =>
      Effect.flatMap(findEndedMeanwhile(run), (hasEnded) => {
        if (hasEnded) return Effect.void
        if (isTakenOver(error)) return Effect.fail(error)
        run.checkpoint.restarts++
        return Effect.zipRight(startOver(run), storeWithRestarts(run, loadParts))
      })
  )

/**
 * The service gives no reason for taking no note of a stored file. That the space is full is one: the sizes are asked for once. How much
 * room new content of an old file needs is not known, and without an answer the refusal is the error.
 */
const whyRefused = (run: UploadRun, refusal: SuccessCallbackFailed) => {
  const { engine, entry: { request }, source, space: { spaceId } } = run
  if (request.fileId !== undefined || refusal.code !== undefined) return Effect.succeed(refusal)
  const asked = engine.starting.spaces.driveInfo({ spaceId })
  return withCallLimit(run, { method: "GET", path: "drive/info" })(asked).pipe(
    Effect.map(({ totalSize = 0, usedSize = 0 }) =>
      totalSize > 0 && usedSize + source.identity.size > totalSize ? new QuotaExceeded({ limit: totalSize }) : refusal
    ),
    Effect.orElseSucceed(() => refusal)
  )
}

const confirm = Effect.fnUntraced(function*(run: UploadRun) {
  const { checkpoint, engine, hooks, made, priority, provider } = run
  const { stage } = checkpoint
  if (stage._tag !== "Stored") return
  const call = Effect.suspend(() => {
    const { confirmed: first } = made
    made.confirmed = undefined
    return first ?? confirmStored(engine, provider, { ticket: stage.ticket, priority })
  })
  yield* withRetry(hooks, call).pipe(
    Effect.catchTag("SuccessCallbackFailed", (refusal) => Effect.flatMap(whyRefused(run, refusal), Effect.fail))
  )
  advanceStage(checkpoint, "confirmed", { ...stage, _tag: "Confirmed" })
})

const settle = Effect.fnUntraced(function*(run: UploadRun, ticket: UploadTicket) {
  const call = run.provider.uploads.settle(ticket)
  // Most files need none: no place in a queue and no time limit for it.
  if (Exit.isExit(call)) return yield* call
  yield* makeRequest(run, "finish", { method: "PUT", path: "settle" }, call)
})

/**
 * The result of an upload whose bytes were sent.
 */
export const resultOf = (ticket: UploadTicket): UploadResult => ({
  fileId: ticket.fileId,
  objectKey: ticket.objectKey,
  assetId: ticket.assetId,
  rapid: false,
  verified: ticket.verified ?? "size"
})

const finish = Effect.fnUntraced(function*(run: UploadRun) {
  const { stage } = run.checkpoint
  if (stage._tag === "Found") return stage.result
  if (stage._tag !== "Stored" && stage._tag !== "Confirmed") {
    return yield* Effect.dieMessage(`an upload ends as ${stage._tag}`)
  }
  yield* confirm(run)
  yield* settle(run, stage.ticket)
  return resultOf(stage.ticket)
})

/** What the request wants of the file's asset. It is saved with the request, so it is done even when this program ends before. */
const finishAsset = (run: UploadRun, result: UploadResult) => {
  const { asset } = run.entry.request
  if (asset === undefined) return Effect.succeed(result)
  const call = Effect.flatMap(AssetWishes, (wishes) => wishes.fulfil(run.space.spaceId, asset, result))
  return withRetry(run.hooks, call)
}

interface RunOptions {
  readonly loadParts: LoadParts
  readonly begun: UploadRun | undefined
  /** Called when the storage has the bytes: from then on the upload takes no one's place. */
  readonly stored: () => void
}

const runOnce = Effect.fnUntraced(
  function*(engine: UploadEngine, entry: UploadEntry, { begun, loadParts, stored }: RunOptions) {
    const describe = yield* describeSpan
    describe({ space: entry.spaceId })
    const run = begun ?? (yield* openUploadRun(engine, entry))
    const { checkpoint, provider, source } = run
    describe({ platform: provider.platform, size: source.identity.size })
    if (checkpoint.doubts.session !== undefined) yield* findEnded(run)
    if (checkpoint.doubts.source === "incomparable") yield* startOverUnlessStored(run)
    if (!isStored(checkpoint.stage)) yield* Effect.tapError(storeWithRestarts(run, loadParts), leaveNothingWrong(run))
    stored()
    const result = yield* finish(run)
    describe({ file: result.fileId })
    const withAsset = yield* finishAsset(run, result)
    yield* endSession(run, withAsset)
    return withAsset
  }
)

/** New content of a file is in the folder that the file is in, which need not be known. */
const uploadedEvent = ({ request, snapshot, spaceId }: UploadEntry, { assetId, fileId }: UploadResult) =>
  filesChanged(spaceId ?? "", {
    kind: "uploaded",
    fileIds: [fileId],
    folderIds: request.fileId === undefined ? [snapshot.parentFileId ?? rootFileId] : [],
    assetIds: assetId === undefined ? [] : [assetId]
  })

/** The file is stored and the service knows: that is shown, and told to the drive. */
const end = (engine: UploadEngine, entry: UploadEntry, result: UploadResult) =>
  Effect.flatMap(closeSource(entry), () => {
    entry.meter.commit()
    const hasEnded = engine.registry.apply(
      entry,
      result.rapid ? "rapid" : "succeeded",
      { result, fileId: result.fileId }
    )
    // A list may hold ten thousand that are done. One that was stopped in its last moment is resumed from it.
    if (hasEnded) entry.checkpoint = undefined
    return engine.events.publish(uploadedEvent(entry, result))
  })

/**
 * What runs uploads, and goes on with a run that was `begun`. A run is all that its fiber does.
 */
export interface ContinuedRuns extends UploadRuns {
  readonly run: (...run: [...Parameters<UploadRuns["run"]>, begun?: UploadRun]) => ReturnType<UploadRuns["run"]>
}

/**
 * `loadParts` is asked when a file is larger than one request.
 */
export const uploadRuns = (loadParts: LoadParts): ContinuedRuns => ({
  run: (engine, entry, stored, begun) =>
    inSpan("up", entry.id, () => engine.queue.size)(
      asTransfer(engine.tuning.retry, runOnce(engine, entry, { begun, loadParts, stored }))
    ),
  end,
  abortUpload
})
