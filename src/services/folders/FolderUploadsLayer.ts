/**
 * Folder uploads: who runs, and what users want of them.
 */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import { UploadCancelled } from "../../domain/errors/TransferErrors.js"
import type { Wsid } from "../../domain/Ids.js"
import { DriveEvents } from "../DriveEvents.js"
import type { FolderUpload } from "../FolderUploads.js"
import { FolderUploads } from "../FolderUploads.js"
import { layerOf } from "../inOrder.js"
import { spaceIdOf } from "../spaceIdOf.js"
import { Spaces } from "../Spaces.js"
import { TransferRuns } from "../TransferRuns.js"
import * as Commands from "../transfers/Commands.js"
import type { Given } from "../transfers/RetryPolicy.js"
import { withDefaults } from "../transfers/RetryPolicy.js"
import { SignIns } from "../transfers/SignIns.js"
import { Uploads } from "../Uploads.js"
import type { FolderPorts, FolderTuning } from "./FolderRun.js"
import { defaultFolderTuning, FolderRun } from "./FolderRun.js"

const together = { concurrency: 16, discard: true } as const

const stop = (run: FolderRun, uploads: Uploads.Service): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (run.status !== "running") return Effect.void
    run.enter("stopped")
    return Effect.forEach([...run.active], (id) => uploads.stop(id), together)
  })

const resume = (run: FolderRun, uploads: Uploads.Service): Effect.Effect<void, UploadCancelled> =>
  Effect.suspend(() => {
    if (run.status === "cancelled") return new UploadCancelled({ uploadId: run.id })
    if (run.status !== "stopped") return Effect.void
    run.enter("running")
    // one that was cancelled by itself has been written down as such
    const resume = (id: string) => Effect.catchTag(uploads.resume(id), "UploadCancelled", () => Effect.void)
    return Effect.forEach([...run.active], resume, together)
  })

const cancel = (run: FolderRun, uploads: Uploads.Service): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (run.hasEnded()) return Effect.void
    run.enter("cancelled")
    // read after the leaving, which may have let one more upload begin
    const cancelAll = Effect.suspend(() =>
      Effect.forEach(
        [...run.active, ...run.failed],
        (id) => Effect.zipRight(uploads.cancel(id), uploads.remove(id)),
        together
      )
    )
    const end = Effect.sync(() => run.fail("cancelled", new UploadCancelled({ uploadId: run.id })))
    return Commands.interruptRun(run).pipe(Effect.zipRight(cancelAll), Effect.zipRight(end))
  })

/** Another user has signed in: this one's uploads are taken off the list, their sessions stay for when that user comes back. */
const abandon = (run: FolderRun): Effect.Effect<void> =>
  Effect.zipRight(
    Commands.interruptRun(run),
    Effect.sync(() => {
      if (!run.hasEnded()) run.fail("cancelled", new UploadCancelled({ uploadId: run.id }))
    })
  )

const make = (
  tuning: Given<FolderTuning>
): Effect.Effect<FolderUploads.Service, never, FolderPorts | Scope.Scope> =>
  Effect.gen(function*() {
    const context = yield* Effect.context<FolderPorts>()
    const scope = yield* Effect.scope
    const uploads = yield* Uploads
    const spaces = yield* Spaces
    const events = yield* DriveEvents
    const { folders: code } = yield* TransferRuns
    const runFork = Runtime.runFork(yield* Effect.runtime<never>())
    const running = new Set<FolderRun>()
    const signIns = new SignIns()
    let user: Wsid | undefined
    let counter = 0

    const inTurn = <E>(run: FolderRun, command: Effect.Effect<void, E>) => Commands.inTurn(run, scope, command)
    const forAll = (command: (run: FolderRun) => Effect.Effect<void>) =>
      Effect.suspend(() => Effect.forEach([...running], command, together))

    yield* events.on((event) => {
      if (event._tag === "SignedOut") {
        user = undefined
        for (const run of running) runFork(inTurn(run, stop(run, uploads)))
      }
      if (event._tag === "SignedIn") {
        user = event.wsid
        signIns.next()
        for (const run of running) {
          if (run.wsid !== undefined && run.wsid !== event.wsid) runFork(inTurn(run, abandon(run)))
        }
      }
    })

    const start: FolderUploads.Service["start"] = Effect.fn("FolderUploads.start")(function*(request, options) {
      const run = new FolderRun(
        `folder-${++counter}`,
        { ...request },
        yield* spaceIdOf(spaces, options),
        user,
        (thrown) => {
          runFork(Effect.logError("a listener of a folder threw", Cause.die(thrown)))
        }
      )
      running.add(run)
      run.fiber = yield* code.load().pipe(
        Effect.flatMap((folders) => folders.walkFolder(run, withDefaults(defaultFolderTuning, tuning), signIns)),
        Effect.catchAll((error) =>
          Effect.sync(() => {
            if (!run.hasEnded()) run.fail("error", error)
          })
        ),
        Effect.ensuring(Effect.sync(() => running.delete(run))),
        Effect.provide(context),
        Effect.interruptible,
        Effect.forkIn(scope)
      )
      const folder: FolderUpload = {
        id: run.id,
        snapshot: () => run.snapshot,
        subscribe: (listener) => run.subscribe(listener),
        await: Deferred.await(run.ending),
        stop: inTurn(run, stop(run, uploads)),
        resume: inTurn(run, resume(run, uploads)),
        cancel: inTurn(run, cancel(run, uploads))
      }
      return folder
    })

    const resumeStopped = (run: FolderRun) =>
      inTurn(run, Effect.catchTag(resume(run, uploads), "UploadCancelled", () => Effect.void))

    return {
      start,
      stopAll: () => forAll((run) => inTurn(run, stop(run, uploads))),
      resumeAll: () => forAll(resumeStopped),
      cancelAll: () => forAll((run) => inTurn(run, cancel(run, uploads)))
    }
  })

/** What is left out of the tuning keeps its default. */
export const layer = (tuning: Given<FolderTuning> = {}): Layer.Layer<FolderUploads, never, FolderPorts> =>
  layerOf(FolderUploads, make(tuning))
