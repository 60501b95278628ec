/**
 * Starts runs: the next queued upload when there is room, and one that resumes after a break.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { UnsupportedOperation } from "../../domain/errors/InputErrors.js"
import type { UploadError } from "../../domain/UploadSnapshot.js"
import { TransferRuns } from "../TransferRuns.js"
import { TransferScheduler } from "../TransferScheduler.js"
import { canReopen, closeSource } from "./closeSource.js"
import { applyWidth } from "./setLimits.js"
import type { UploadEngine, UploadPorts } from "./UploadEngine.js"
import type { UploadEntry } from "./UploadEntry.js"
import { moves } from "./UploadRegistry.js"

const leaveSlot = (engine: UploadEngine, entry: UploadEntry): void => {
  if (engine.slots.delete(entry)) engine.admit()
}

const fail = (engine: UploadEngine, entry: UploadEntry, error: UploadError) =>
  Effect.map(canReopen(entry.request.source) ? closeSource(entry) : Effect.void, () => {
    engine.registry.apply(entry, "failed", { error })
  })

/** A bug of ours: it must not leave the upload running for ever. */
const die = (engine: UploadEngine, entry: UploadEntry, cause: Cause.Cause<UploadError>) =>
  Effect.zipRight(
    Effect.logError(`upload ${entry.id} died`, cause),
    fail(
      engine,
      entry,
      new UnsupportedOperation({ operation: "upload", message: `unexpected: ${Cause.squash(cause)}` })
    )
  )

const settle =
  (engine: UploadEngine, entry: UploadEntry) =>
  (exit: Exit.Exit<Effect.Effect<void>, UploadError>): Effect.Effect<void> => {
    if (Exit.isSuccess(exit)) return exit.value
    if (Cause.isInterruptedOnly(exit.cause)) return Effect.void
    const error = Cause.failureOption(exit.cause)
    return Option.isSome(error) ? fail(engine, entry, error.value) : die(engine, entry, exit.cause)
  }

/**
 * From the step in which it says who it is, a run can be left; a command that came before keeps it from beginning. Parts in flight
 * may fail beside an interruption: a run that was left says nothing.
 */
const enterRun = (engine: UploadEngine, entry: UploadEntry, run: Effect.Effect<void>): Effect.Effect<void> => {
  const leave = Effect.sync(() => {
    engine.running.delete(entry)
    entry.fiber = undefined
    entry.rewrite = undefined
    leaveSlot(engine, entry)
  })
  return Effect.withFiberRuntime<void>((fiber) => {
    if (entry.fiber !== undefined) return Effect.void
    if (!moves(entry.phase) && entry.phase._tag !== "Offline") return leave
    entry.fiber = fiber
    return Effect.ensuring(run, leave)
  })
}

/**
 * Starts a run of the upload. The caller sees to it that there is none.
 */
export const launch = (engine: UploadEngine, entry: UploadEntry) =>
  Effect.suspend(() => {
    engine.running.add(entry)
    engine.slots.add(entry)
    const effect: Effect.Effect<Effect.Effect<void>, UploadError, UploadPorts> = Effect.flatMap(
      Effect.flatMap(TransferRuns, ({ uploads }) => uploads.load(() => engine.registry.apply(entry, "offline"))),
      ({ end, run }) =>
        Effect.map(run(engine, entry, () => leaveSlot(engine, entry)), (result) => end(engine, entry, result))
    )
    const run = Effect.interruptible(engine.providedToFiber(effect))
    const runAndSettle = Effect.flatMap(Effect.exit(run), settle(engine, entry))
    // It begins uninterruptibly, so that its end is never skipped.
    return Effect.zipRight(
      Effect.uninterruptible(Effect.forkIn(enterRun(engine, entry, runAndSettle), engine.scope)),
      applyWidth(engine)
    )
  })

const manyQueued = 1000

/**
 * Starts what is queued while there is room; wakes when there may be more.
 */
export const dispatch = (engine: UploadEngine, wake: Effect.Latch) =>
  Effect.gen(function*() {
    const scheduler = yield* TransferScheduler
    yield* wake.await
    yield* wake.close
    // A loop that starts so many is a long task by itself: the first of them begin in the next one.
    if (engine.running.size === 0 && engine.queue.size > manyQueued) yield* Effect.sleep(0)
    while (engine.slots.size < scheduler.limits().part + engine.tuning.lookahead) {
      const entry = engine.queue.shift()
      if (entry === undefined) return
      if (engine.registry.apply(entry, "start")) yield* launch(engine, entry)
    }
  })
