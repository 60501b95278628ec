/**
 * Starts runs: the next queued download when there is room, and one that resumes after a break.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { DownloadFailure, DownloadResult } from "../../domain/DownloadSnapshot.js"
import { UnsupportedOperation } from "../../domain/errors/InputErrors.js"
import { TransferRuns } from "../TransferRuns.js"
import type { DownloadEngine } from "./DownloadEngine.js"
import type { DownloadEntry } from "./DownloadEntry.js"

const fail = (engine: DownloadEngine, entry: DownloadEntry, error: DownloadFailure): void => {
  // The user has closed the save dialogue.
  if (error._tag === "DownloadCancelled") engine.registry.apply(entry, "cancel", { error: undefined })
  else engine.registry.apply(entry, "failed", { error })
}

/** A bug of ours: it must not leave the download running for ever. */
const die = (engine: DownloadEngine, entry: DownloadEntry, cause: Cause.Cause<DownloadFailure>) =>
  Effect.zipRight(
    Effect.logError(`download ${entry.id} died`, cause),
    Effect.sync(() => {
      const message = `unexpected: ${Cause.squash(cause)}`
      fail(engine, entry, new UnsupportedOperation({ operation: "download", message }))
    })
  )

const settle = (engine: DownloadEngine, entry: DownloadEntry) => (exit: Exit.Exit<DownloadResult, DownloadFailure>) => {
  if (Exit.isSuccess(exit)) {
    const result = exit.value
    return Effect.sync(() => {
      const size = entry.snapshot.size ?? result.size
      engine.registry.apply(entry, "succeeded", { result, error: undefined, via: result.via, size })
    })
  }
  if (Cause.isInterruptedOnly(exit.cause)) return Effect.void
  const error = Cause.failureOption(exit.cause)
  return Option.isSome(error)
    ? Effect.sync(() => fail(engine, entry, error.value))
    : die(engine, entry, exit.cause)
}

/**
 * Starts a run of the download. The caller sees to it that there is none.
 */
export const launch = Effect.fnUntraced(function*(engine: DownloadEngine, entry: DownloadEntry) {
  engine.running.add(entry)
  entry.publishing = false
  const ended = Effect.sync(() => {
    engine.running.delete(entry)
    entry.fiber = undefined
    engine.admit()
  })
  const run = engine.provided(
    TransferRuns.pipe(
      Effect.flatMap(({ downloads }) => downloads.load(() => engine.registry.apply(entry, "offline"))),
      Effect.flatMap((downloads) => downloads.run(engine, entry))
    )
  )
  const settled = Effect.flatMap(Effect.exit(Effect.interruptible(run)), settle(engine, entry))
  // It begins uninterruptibly, so that its end is never skipped.
  entry.fiber = yield* settled.pipe(Effect.ensuring(ended), Effect.forkIn(engine.scope), Effect.uninterruptible)
})

/**
 * Starts what is queued while there is room; wakes when there may be more.
 */
export const dispatch = (engine: DownloadEngine, wake: Effect.Latch) =>
  Effect.gen(function*() {
    yield* wake.await
    yield* wake.close
    while (engine.running.size < engine.tuning.atOnce) {
      const [entry] = engine.queue
      if (entry === undefined) return
      engine.queue.delete(entry)
      if (engine.registry.apply(entry, "start")) yield* launch(engine, entry)
    }
  })
