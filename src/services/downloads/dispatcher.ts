/**
 * Starts runs: the next download in line when there is room, and one that goes on after a break.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { DownloadFailure, DownloadResult } from "../../domain/DownloadSnapshot.js"
import { UnsupportedOperation } from "../../domain/errors/InputErrors.js"
import { TransferRuns } from "../TransferRuns.js"
import type { Core } from "./Core.js"
import type { Entry } from "./Entry.js"

const failed = (core: Core, entry: Entry, error: DownloadFailure): void => {
  // The user has closed the save dialogue.
  if (error._tag === "DownloadCancelled") core.registry.apply(entry, "cancel", { error: undefined })
  else core.registry.apply(entry, "failed", { error })
}

/** A bug of ours: it must not leave the download running for ever. */
const died = (core: Core, entry: Entry, cause: Cause.Cause<DownloadFailure>) =>
  Effect.zipRight(
    Effect.logError(`download ${entry.id} died`, cause),
    Effect.sync(() => {
      const message = `unexpected: ${Cause.squash(cause)}`
      failed(core, entry, new UnsupportedOperation({ operation: "download", message }))
    })
  )

const settle = (core: Core, entry: Entry) => (exit: Exit.Exit<DownloadResult, DownloadFailure>) => {
  if (Exit.isSuccess(exit)) {
    const result = exit.value
    return Effect.sync(() => {
      const size = entry.snapshot.size ?? result.size
      core.registry.apply(entry, "succeeded", { result, error: undefined, via: result.via, size })
    })
  }
  if (Cause.isInterruptedOnly(exit.cause)) return Effect.void
  const error = Cause.failureOption(exit.cause)
  return Option.isSome(error)
    ? Effect.sync(() => failed(core, entry, error.value))
    : died(core, entry, exit.cause)
}

/**
 * Starts a run of the download. The caller sees to it that there is none.
 */
export const launch = Effect.fnUntraced(function*(core: Core, entry: Entry) {
  core.running.add(entry)
  entry.publishing = false
  const ended = Effect.sync(() => {
    core.running.delete(entry)
    entry.fiber = undefined
    core.admit()
  })
  const run = core.provided(
    TransferRuns.pipe(
      Effect.flatMap((runs) => runs.load(() => core.registry.apply(entry, "offline"))),
      Effect.flatMap(({ downloads }) => downloads.run(core, entry))
    )
  )
  const settled = Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.exit(restore(run)), settle(core, entry))
  )
  entry.fiber = yield* settled.pipe(Effect.ensuring(ended), Effect.interruptible, Effect.forkIn(core.scope))
})

/**
 * Starts what is in line while there is room; wakes when there may be more.
 */
export const dispatch = (core: Core, wake: Effect.Latch) =>
  Effect.gen(function*() {
    yield* wake.await
    yield* wake.close
    while (core.running.size < core.tuning.atOnce) {
      const [entry] = core.line
      if (entry === undefined) return
      core.line.delete(entry)
      if (core.registry.apply(entry, "start")) yield* launch(core, entry)
    }
  })
