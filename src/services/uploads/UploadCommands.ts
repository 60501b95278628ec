/**
 * What users want of uploads.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { UploadCancelled } from "../../domain/errors/TransferErrors.js"
import * as Phase from "../../domain/UploadPhase.js"
import { Connectivity } from "../Connectivity.js"
import type { ConflictChoice } from "../FolderUploads.js"
import { TransferRuns } from "../TransferRuns.js"
import * as Commands from "../transfers/Commands.js"
import type { SourceInput } from "../UploadSource.js"
import { UploadSources } from "../UploadSource.js"
import { canReopen, closeSource, noSource } from "./closeSource.js"
import { launch } from "./UploadDispatcher.js"
import type { UploadEngine, UploadPorts } from "./UploadEngine.js"
import type { UploadEntry } from "./UploadEntry.js"

/** Nothing to wait for: no run, and no other command. */
const isIdle = (entry: UploadEntry): boolean => entry.fiber === undefined && entry.lock === undefined

/**
 * Runs the command after those that came before it.
 */
export const inOrder = <A, E>(
  engine: UploadEngine,
  entry: UploadEntry,
  command: Effect.Effect<A, E, UploadPorts>
): Effect.Effect<A, E> => Commands.inTurn(entry, engine.scope, engine.provided(command))

export const stop = (engine: UploadEngine, entry: UploadEntry): Effect.Effect<void> => {
  const halt = Effect.sync(() => {
    engine.queue.remove(entry)
    return engine.registry.apply(entry, "stop", { error: undefined })
  })
  const rest = Effect.suspend(() => canReopen(entry.request.source) ? closeSource(entry) : Effect.void)
  return Effect.suspend(() =>
    isIdle(entry)
      ? Effect.zipRight(halt, rest)
      : inOrder(
        engine,
        entry,
        Effect.flatMap(halt, (halted) => halted ? Effect.zipRight(Commands.interruptRun(entry), rest) : Effect.void)
      )
  )
}

const requeue = (engine: UploadEngine, entry: UploadEntry) =>
  Effect.suspend(() => {
    if (entry.phase._tag !== "Waiting") return Effect.zipRight(Commands.interruptRun(entry), launch(engine, entry))
    engine.queue.push(entry)
    engine.admit()
    return Effect.void
  })

/** The upload keeps its name, whatever the file is called by now; new content of a file keeps that file's, which is asked for. */
const nameFor = (entry: UploadEntry, ownName: string | undefined): string | undefined => {
  const { fileId, name } = entry.request
  if (fileId !== undefined && name === undefined && ownName !== undefined) return undefined
  return entry.snapshot.name === "" ? name : entry.snapshot.name
}

const repick = Effect.fnUntraced(function*(engine: UploadEngine, entry: UploadEntry, source: SourceInput) {
  const sources = yield* UploadSources
  yield* closeSource(entry)
  entry.request = { ...entry.request, name: nameFor(entry, sources.describe(source).name), source }
  if (entry.checkpoint !== undefined) entry.checkpoint.doubts.source = "uncompared"
  engine.registry.publish(entry, { needsFile: false })
})

/**
 * Whether the upload's file may be read; `ask`: after the user was asked, where that is needed.
 */
export const mayRead = ({ request: { source } }: UploadEntry, how: "ask" | "now") =>
  Effect.flatMap(UploadSources, (sources) => source === noSource ? Effect.succeed(false) : sources.access(source, how))

/**
 * Continues from where the upload stands: from the end of the queue, or at once when it only waited for the network.
 */
export const resume = (
  engine: UploadEngine,
  entry: UploadEntry,
  event: "resume" | "retry",
  source?: SourceInput
): Effect.Effect<void, UploadCancelled> => {
  // As it is meant now, whenever its turn comes.
  const picked = source && (engine.starting.sources.pinned?.(source) ?? source)
  return inOrder(
    engine,
    entry,
    Effect.gen(function*() {
      const { _tag } = entry.phase
      if (engine.registry.get(entry.id) !== entry) return
      if (_tag === "Cancelled") return yield* new UploadCancelled({ uploadId: entry.id })
      if (picked !== undefined && (_tag === "Stopped" || _tag === "Failed")) yield* repick(engine, entry, picked)
      // A user who said no is asked again, and may have given permission in the browser's settings meanwhile.
      const isOpen = yield* mayRead(entry, "ask")
      if (entry.snapshot.needsFile === isOpen) engine.registry.publish(entry, { needsFile: !isOpen })
      if (!isOpen) return
      if (entry.checkpoint !== undefined) entry.checkpoint.restarts = 0
      if (engine.registry.apply(entry, event, { error: undefined })) yield* requeue(engine, entry)
    })
  )
}

/** Requests left from before the break hang in dead connections: they are closed, and the run continues from its checkpoint. */
export const online = (engine: UploadEngine, entry: UploadEntry): Effect.Effect<void> =>
  inOrder(
    engine,
    entry,
    Effect.suspend(() => engine.registry.apply(entry, "online") ? requeue(engine, entry) : Effect.void)
  )

/** An upload that never ran has nothing to give back, and needs no code for it. */
const abort = (engine: UploadEngine, entry: UploadEntry) =>
  entry.checkpoint === undefined ? Effect.void : Effect.flatMap(TransferRuns, ({ uploads }) => uploads.load()).pipe(
    Effect.flatMap((uploads) => uploads.abortUpload(engine, entry)),
    Effect.catchAll((error) => Effect.logWarning(`the parts of upload ${entry.id} could not be aborted`, error))
  )

const abortPatiently = Effect.fnUntraced(function*(engine: UploadEngine, entry: UploadEntry) {
  const connectivity = yield* Connectivity
  const aborting = yield* Effect.forkIn(Effect.interruptible(abort(engine, entry)), engine.scope)
  if (yield* connectivity.online) yield* Effect.timeoutOption(Fiber.await(aborting), engine.tuning.cancelTimeout)
})

export const cancel = (engine: UploadEngine, entry: UploadEntry): Effect.Effect<void> => {
  const end = Effect.sync(() => {
    engine.queue.remove(entry)
    return engine.registry.apply(entry, "cancel", { error: undefined })
  })
  const clear = Effect.zipRight(
    Commands.interruptRun(entry),
    Effect.zipRight(closeSource(entry), abortPatiently(engine, entry))
  )
  return Effect.suspend(() =>
    isIdle(entry) && entry.checkpoint === undefined
      ? Effect.asVoid(end)
      : inOrder(engine, entry, Effect.flatMap(end, (ended) => ended ? clear : Effect.void))
  )
}

/**
 * The same for all that have not ended.
 */
export const forAll = (
  engine: UploadEngine,
  command: (engine: UploadEngine, entry: UploadEntry) => Effect.Effect<void>
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const living = engine.registry.all().filter(({ phase }) => !Phase.hasEnded(phase))
    return Commands.forEach(living, (entry) => command(engine, entry))
  })

/** Takes an ended upload off the list; one that has not ended stays. The parts of a failed one are aborted. */
export const remove = (engine: UploadEngine, entry: UploadEntry): Effect.Effect<void> => {
  const takeOff = Effect.suspend(() => {
    if (!Phase.hasEnded(entry.phase)) return Effect.void
    engine.registry.remove(entry)
    const hasPartsLeft = entry.phase._tag === "Failed" && entry.checkpoint?.saved !== undefined
    return hasPartsLeft ? Effect.zipRight(closeSource(entry), abortPatiently(engine, entry)) : closeSource(entry)
  })
  // A retry that came first is done first: then it has not ended.
  return Effect.suspend(() => isIdle(entry) ? engine.provided(takeOff) : inOrder(engine, entry, takeOff))
}

/** What becomes of an upload whose name was taken. */
export const settleConflict = (
  engine: UploadEngine,
  entry: UploadEntry,
  choice: ConflictChoice
): Effect.Effect<void, InvalidInput | UploadCancelled> =>
  Effect.suspend((): Effect.Effect<void, InvalidInput | UploadCancelled> => {
    if (entry.snapshot.status._tag !== "conflict") return Effect.void
    if (choice === "skip") return remove(engine, entry)
    // A misspelled word would upload a second file.
    if (choice !== "replace" && choice !== "keepBoth") {
      return new InvalidInput({ field: "choice", message: "choice must be keepBoth, replace or skip" })
    }
    entry.request = { ...entry.request, checkNameMode: choice === "replace" ? "overwrite" : "auto_rename" }
    return resume(engine, entry, "retry")
  })
