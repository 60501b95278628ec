/**
 * Starts runs: the next upload in line when there is room, and one that goes on after a break.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { UnsupportedOperation } from "../../domain/errors/InputErrors.js"
import { rootFileId } from "../../domain/Ids.js"
import * as Phase from "../../domain/UploadPhase.js"
import type { UploadError, UploadResult } from "../../domain/UploadSnapshot.js"
import { filesChanged } from "../announce.js"
import { DriveEvents } from "../DriveEvents.js"
import { TransferRuns } from "../TransferRuns.js"
import { TransferScheduler } from "../TransferScheduler.js"
import type { Core, UploadPorts } from "./Core.js"
import type { Entry } from "./Entry.js"
import { canReopen, closeSource } from "./heldSource.js"
import { applyWidth } from "./width.js"

const leaveSlot = (core: Core, entry: Entry): void => {
  if (core.slots.delete(entry)) core.admit()
}

/** New content of a file is in the folder that the file is in, which need not be known. */
const uploaded = ({ request, snapshot, spaceId }: Entry, { assetId, fileId }: UploadResult) => {
  const folderIds = request.fileId === undefined ? [snapshot.parentFileId ?? rootFileId] : []
  const assetIds = assetId === undefined ? [] : [assetId]
  return filesChanged(spaceId ?? "", { kind: "uploaded", fileIds: [fileId], folderIds, assetIds })
}

const succeeded = Effect.fnUntraced(function*(core: Core, entry: Entry, result: UploadResult) {
  yield* closeSource(entry)
  entry.meter.commit()
  core.registry.apply(entry, result.rapid ? "rapid" : "succeeded", { result, fileId: result.fileId })
  yield* core.provided(Effect.flatMap(DriveEvents, (events) => events.publish(uploaded(entry, result))))
})

const failed = Effect.fnUntraced(function*(core: Core, entry: Entry, error: UploadError) {
  if (canReopen(entry.request.source)) yield* closeSource(entry)
  core.registry.apply(entry, "failed", { error })
})

/** A bug of ours: it must not leave the upload running for ever. */
const died = (core: Core, entry: Entry, cause: Cause.Cause<UploadError>) =>
  Effect.zipRight(
    Effect.logError(`upload ${entry.id} died`, cause),
    failed(
      core,
      entry,
      new UnsupportedOperation({ operation: "upload", message: `unexpected: ${Cause.squash(cause)}` })
    )
  )

const settle = (core: Core, entry: Entry) => (exit: Exit.Exit<UploadResult, UploadError>) => {
  if (Exit.isSuccess(exit)) return succeeded(core, entry, exit.value)
  if (Cause.isInterruptedOnly(exit.cause)) return Effect.void
  const error = Cause.failureOption(exit.cause)
  return Option.isSome(error) ? failed(core, entry, error.value) : died(core, entry, exit.cause)
}

/**
 * From the step in which it says who it is, a run can be left; an intent that came before keeps it from beginning. Parts in flight
 * may fail beside an interruption: a run that was left says nothing.
 */
const entered = (core: Core, entry: Entry, run: Effect.Effect<void>): Effect.Effect<void> => {
  const leave = Effect.sync(() => {
    core.running.delete(entry)
    entry.fiber = undefined
    entry.rewrite = undefined
    leaveSlot(core, entry)
  })
  return Effect.withFiberRuntime<void>((fiber) => {
    if (entry.fiber !== undefined) return Effect.void
    if (Phase.isHalted(entry.phase._tag) && entry.phase._tag !== "Offline") return leave
    entry.fiber = fiber
    return Effect.ensuring(run, leave)
  })
}

/**
 * Starts a run of the upload. The caller sees to it that there is none.
 */
export const launch = Effect.fnUntraced(function*(core: Core, entry: Entry) {
  core.running.add(entry)
  core.slots.add(entry)
  const effect: Effect.Effect<UploadResult, UploadError, UploadPorts> = Effect.flatMap(
    Effect.flatMap(TransferRuns, (runs) => runs.load(() => core.registry.apply(entry, "offline"))),
    ({ uploads }) => uploads.run(core, entry, () => leaveSlot(core, entry))
  )
  const settled = Effect.flatMap(Effect.exit(Effect.interruptible(core.provided(effect))), settle(core, entry))
  // It begins uninterruptibly, so that its end is never skipped.
  yield* Effect.uninterruptible(Effect.forkIn(entered(core, entry, settled), core.scope))
  yield* applyWidth(core)
})

/**
 * Starts what is in line while there is room; wakes when there may be more.
 */
export const dispatch = (core: Core, wake: Effect.Latch) =>
  Effect.gen(function*() {
    const scheduler = yield* TransferScheduler
    const hasRoom = () => core.slots.size < scheduler.limits().part + core.tuning.lookahead
    yield* wake.await
    yield* wake.close
    while (hasRoom()) {
      const entry = core.line.shift()
      if (entry === undefined) return
      if (core.registry.apply(entry, "start")) yield* launch(core, entry)
    }
  })
