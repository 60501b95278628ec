/**
 * Walks through the entries of a folder, a bounded number of them at a time, to the report.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { UnsupportedOperation } from "../../domain/errors/InputErrors.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import type { FolderEntry } from "../../domain/FolderEntry.js"
import * as Positive from "../../domain/Positive.js"
import * as Shape from "../../domain/Shape.js"
import { DriveEvents } from "../../services/DriveEvents.js"
import { FolderReader } from "../../services/FolderReader.js"
import type { FolderPorts, FolderRun, FolderTuning } from "../../services/folders/FolderRun.js"
import type { FolderEntries, FolderError, FolderRequest } from "../../services/FolderUploads.js"
import { iterated } from "../../services/iterated.js"
import type { FolderRuns } from "../../services/TransferRuns.js"
import type { SignIns } from "../../services/transfers/SignIns.js"
import { priorityProblem } from "../../services/uploads/setPriority.js"
import type { SourceInput } from "../../services/UploadSource.js"
import { checkRequest } from "../checkRequest.js"
import { Conflicts } from "./Conflicts.js"
import * as FolderCalls from "./FolderCalls.js"
import { TargetFolders } from "./TargetFolders.js"
import type { FolderWalk } from "./uploadFolderEntry.js"
import { fail, uploadFolderEntry } from "./uploadFolderEntry.js"

type Entries = Stream.Stream<FolderEntry<SourceInput>, InvalidInput | SourceChanged | UnsupportedOperation>

/** What a caller's own iterable throws has no name in the catalogue; the folder cannot be read any further. */
const brokenOff = () => new SourceChanged({ name: "the folder", what: "gone" })

/** A generator of the caller's may open what it yields, so nothing is read ahead. */
const oneByOne = <A>(items: Iterable<A>): Stream.Stream<A> =>
  Stream.suspend(() => {
    const iterator = items[Symbol.iterator]()
    return Stream.repeatEffectOption(Effect.suspend(() => {
      const { done, value } = iterator.next()
      return done === true ? Effect.fail(Option.none()) : Effect.succeed(value)
    }))
  })

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const tags = ["File", "Folder", "LeftOut", "Unreadable"]

/** Callers without types give anything. */
const problemOf = (entry: FolderEntry<SourceInput>): string | undefined => {
  if (!isObject(entry) || typeof entry.path !== "string") return "an entry needs a path"
  return tags.includes(entry._tag) ? undefined : `the _tag of an entry must be one of ${tags.join(", ")}`
}

const streamOf = (entries: FolderEntries): Entries => {
  if (!isObject(entries)) return noEntries("entries must be an iterable or a stream")
  if (Stream.StreamTypeId in entries) return entries
  if (Symbol.asyncIterator in entries) return iterated(entries, brokenOff)
  return Symbol.iterator in entries ? oneByOne(entries) : noEntries("entries must be an iterable or a stream")
}

const noEntries = (message: string) => Stream.fail(new InvalidInput({ field: "entries", message }))

export const readEntries = (
  { entries, followLinks, path }: FolderRequest
): Stream.Stream<FolderEntry<SourceInput>, InvalidInput | SourceChanged | UnsupportedOperation, FolderReader> => {
  if ((entries === undefined) === (path === undefined)) {
    return noEntries("either entries or path required")
  }
  return entries === undefined
    ? Stream.unwrap(Effect.map(FolderReader, (reader) => reader.read(path ?? "", { followLinks })))
    : Stream.tap(
      streamOf(entries),
      (entry) => {
        const message = problemOf(entry)
        return message === undefined ? Effect.void : new InvalidInput({ field: "entries", message })
      }
    )
}

const interval = "100 millis"

/** Shows what has moved, at most ten times a second, and sleeps when nothing does. */
const showProgress = (run: FolderRun) =>
  Effect.forever(Effect.gen(function*() {
    yield* run.news.await
    yield* run.news.close
    run.publish()
    yield* Effect.sleep(interval)
  }))

/** Whether another user has signed in: what waits for a sign-in would go on in the wrong name, before the run is left. */
const watchUser = Effect.fnUntraced(function*(run: FolderRun) {
  const { on } = yield* DriveEvents
  let isLeft = false
  yield* on((event) => {
    if (event._tag !== "SignedIn" || run.wsid === undefined || run.wsid === event.wsid) return
    isLeft = true
    run.gate.unsafeClose()
  })
  return () => isLeft
})

/** What every file is uploaded with: a wrong one is the folder's, or each of its files would fail by itself. */
const checkForEachFile = Effect.fnUntraced(function*({ onConflict, parallel, priority }: FolderRequest) {
  yield* Positive.optionalInteger("parallel", parallel)
  const problem = priority === undefined ? undefined : priorityProblem(priority)
  if (problem !== undefined) return yield* problem
  const isFunction = onConflict === undefined || typeof onConflict === "function"
  yield* Shape.wanted("onConflict", onConflict, isFunction, "a function")
})

const openWalk = Effect.fnUntraced(function*(run: FolderRun, tuning: FolderTuning, signIns: SignIns) {
  const { request, spaceId } = run
  if (spaceId === undefined) return yield* new InvalidInput({ field: "spaceId", message: "spaceId required" })
  yield* checkRequest("folder", request)
  yield* Shape.optionalFlag("followLinks", request.followLinks)
  yield* checkForEachFile(request)
  const context = yield* Effect.context<FolderPorts>()
  const calls = FolderCalls.make({
    run,
    isLeft: yield* watchUser(run),
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
  const job: FolderWalk = { run, folders, conflicts }
  return job
})

/**
 * The next entry is read when the one before has its place, so that a folder of any size takes the same memory.
 */
const uploadAll = Effect.fnUntraced(function*(job: FolderWalk, window: number) {
  const { run } = job
  const { tally } = run
  const scope = yield* Effect.scope
  const room = yield* Effect.makeSemaphore(window)
  const take = Effect.zipRight(run.gate.await, room.take(1))
  const read = Stream.runForEach(
    readEntries(run.request),
    (entry) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function*() {
          yield* restore(take)
          if (entry._tag === "File" || entry._tag === "Unreadable") tally.files++
          yield* uploadFolderEntry(job, entry).pipe(
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
export const walkFolder = (
  run: FolderRun,
  tuning: FolderTuning,
  signIns: SignIns
): Effect.Effect<void, never, FolderPorts> =>
  Effect.scopedWith((scope) =>
    Effect.gen(function*() {
      yield* Effect.forkIn(Effect.interruptible(showProgress(run)), scope)
      const job = yield* Scope.extend(openWalk(run, tuning, signIns), scope)
      yield* Scope.extend(uploadAll(job, tuning.window), scope)
    })
  ).pipe(
    Effect.onExit(settle(run)),
    // `settle` has given the error to whoever waits for the folder
    Effect.catchAll(() => Effect.void)
  )

/**
 * What uploads folders.
 */
export const folders: FolderRuns = { walkFolder }
