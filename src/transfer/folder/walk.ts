/**
 * Walks through the entries of a folder, a bounded number of them at a time, to the report.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import * as Shape from "../../domain/Shape.js"
import type { FolderPorts, FolderRun, FolderTuning } from "../../services/folders/FolderRun.js"
import type { FolderError } from "../../services/FolderUploads.js"
import type { SignIns } from "../../services/transfers/signIns.js"
import { checkRequest } from "../checkRequest.js"
import { Conflicts } from "./conflicts.js"
import { entriesOf } from "./entriesOf.js"
import * as FolderCalls from "./FolderCalls.js"
import { TargetFolders } from "./TargetFolders.js"
import type { FolderJob } from "./uploadFile.js"
import { fail, uploadEntry } from "./uploadFile.js"

const interval = "100 millis"

/** Shows what has moved, at most ten times a second, and sleeps when nothing does. */
const showing = (run: FolderRun) =>
  Effect.forever(Effect.gen(function*() {
    yield* run.news.await
    yield* run.news.close
    run.publish()
    yield* Effect.sleep(interval)
  }))

const jobOf = Effect.fnUntraced(function*(run: FolderRun, tuning: FolderTuning, signIns: SignIns) {
  const { request, spaceId } = run
  if (spaceId === undefined) return yield* new InvalidInput({ field: "spaceId", message: "spaceId required" })
  yield* checkRequest(request)
  yield* Shape.optionalFlag("followLinks", request.followLinks)
  const context = yield* Effect.context<FolderPorts>()
  const calls = FolderCalls.make({
    group: run.id,
    priority: () => run.request.priority ?? 0,
    spaceId,
    policy: tuning.retry,
    signIns,
    provided: (effect) => Effect.provide(effect, context)
  })
  const folders = yield* TargetFolders.make(run.parentFileId, {
    calls,
    lists: request.onConflict !== undefined,
    onFolder: () => run.tally.folders++
  })
  const conflicts = request.onConflict === undefined ? undefined : new Conflicts(request.onConflict)
  const job: FolderJob = { run, folders, conflicts }
  return job
})

/**
 * The next entry is read when the one before has its place, so that a folder of any size takes the same memory.
 */
const uploadAll = Effect.fnUntraced(function*(job: FolderJob, window: number) {
  const { run } = job
  const { tally } = run
  const scope = yield* Effect.scope
  const room = yield* Effect.makeSemaphore(window)
  const take = Effect.zipRight(run.gate.await, room.take(1))
  const read = Stream.runForEach(
    entriesOf(run.request),
    (entry) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function*() {
          yield* restore(take)
          if (entry._tag === "File" || entry._tag === "Unreadable") tally.files++
          yield* uploadEntry(job, entry).pipe(
            Effect.interruptible,
            Effect.ensuring(room.release(1)),
            Effect.forkIn(scope)
          )
        })
      )
  )
  const brokenOff = yield* read.pipe(
    Effect.as(undefined),
    Effect.catchTag("SourceChanged", (error) => Effect.sync(() => fail(run, "", error))),
    Effect.catchAll((error: FolderError) => Effect.succeed(error))
  )
  tally.reading = false
  run.touch()
  yield* room.take(window)
  if (brokenOff !== undefined) return yield* Effect.fail(brokenOff)
})

const settle = (run: FolderRun) => (exit: Exit.Exit<void, FolderError>): Effect.Effect<void> => {
  if (run.hasEnded()) return Effect.void
  if (Exit.isSuccess(exit)) return Effect.sync(() => run.succeed())
  if (Cause.isInterruptedOnly(exit.cause)) return Effect.void
  const error = Cause.failureOption(exit.cause)
  if (Option.isSome(error)) return Effect.sync(() => run.fail("error", error.value))
  return Effect.zipRight(
    Effect.logError(`${run.id} died`, exit.cause),
    Effect.sync(() => run.die(Cause.squash(exit.cause)))
  )
}

/**
 * Ends when the folder is in the drive, as far as it could be brought there. Interrupted, it leaves all uploads as they are.
 */
export const walk = (run: FolderRun, tuning: FolderTuning, signIns: SignIns): Effect.Effect<void, never, FolderPorts> =>
  Effect.scopedWith((scope) =>
    Effect.gen(function*() {
      yield* Effect.forkIn(Effect.interruptible(showing(run)), scope)
      const job = yield* Scope.extend(jobOf(run, tuning, signIns), scope)
      yield* Scope.extend(uploadAll(job, tuning.window), scope)
    })
  ).pipe(
    Effect.onExit(settle(run)),
    // `settle` has told the error to whoever waits for the folder
    Effect.catchAll(() => Effect.void)
  )
