/**
 * The upload registry: its parts put together, and its loops started.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import { defaultParallelParts } from "../../domain/Constants.js"
import { UploadId } from "../../domain/Ids.js"
import type { UploadError, UploadResult } from "../../domain/UploadSnapshot.js"
import { DriveEvents } from "../DriveEvents.js"
import type { Ending } from "../Ending.js"
import { onEnd } from "../Ending.js"
import { layerOf } from "../inOrder.js"
import { provideToFiber } from "../provideToFiber.js"
import * as SingleFlight from "../SingleFlight.js"
import { Spaces } from "../Spaces.js"
import { TransferRuns } from "../TransferRuns.js"
import { makeNewId } from "../transfers/makeNewId.js"
import { Parallelism, uploadParallelism } from "../transfers/Parallelism.js"
import type { Given } from "../transfers/RetryPolicy.js"
import { withDefaults } from "../transfers/RetryPolicy.js"
import { SignIns } from "../transfers/SignIns.js"
import { SpeedLimit } from "../transfers/SpeedLimit.js"
import { forever, showMoving } from "../transfers/TransferLoops.js"
import { TransferScheduler } from "../TransferScheduler.js"
import { Transport } from "../Transport.js"
import type { Upload } from "../Uploads.js"
import { Uploads } from "../Uploads.js"
import { UploadSessions } from "../UploadSessions.js"
import { UploadSources } from "../UploadSource.js"
import { closeSource } from "./closeSource.js"
import { saveQueue, saveSoon } from "./SavedQueue.js"
import { setLimits } from "./setLimits.js"
import { setPriority } from "./setPriority.js"
import { startUpload } from "./startUpload.js"
import * as UploadCommands from "./UploadCommands.js"
import { dispatch } from "./UploadDispatcher.js"
import type { StepFailure, UploadEngine, UploadPorts, UploadTuning } from "./UploadEngine.js"
import { defaultTuning } from "./UploadEngine.js"
import type { UploadEntry } from "./UploadEntry.js"
import { UploadQueue } from "./UploadQueue.js"
import { reactToNetwork, reactToSession } from "./UploadReactions.js"
import { UploadRegistry } from "./UploadRegistry.js"

const makeEngine = Effect.fnUntraced(function*(tuning: UploadTuning, wakeTicker: () => void, admit: () => void) {
  const scope = yield* Effect.scope
  const context = yield* Effect.context<UploadPorts>()
  const runtime = yield* Effect.runtime<never>()
  const clock = yield* Effect.clock
  const scheduler = yield* TransferScheduler
  const width = new Parallelism(uploadParallelism((yield* Transport).connections))
  const configured = scheduler.limits().part
  if (configured !== defaultParallelParts) width.fix(configured)
  const newId = yield* makeNewId
  const engine: UploadEngine = {
    registry: new UploadRegistry(wakeTicker, (cause) => {
      Runtime.runFork(runtime)(Effect.logError("a listener of an upload threw", Cause.die(cause)))
    }, () => clock.unsafeCurrentTimeMillis()),
    queue: new UploadQueue(),
    running: new Set(),
    slots: new Set(),
    scope,
    signIns: new SignIns(),
    events: yield* DriveEvents,
    width,
    pace: new SpeedLimit(),
    tuning,
    steps: yield* SingleFlight.make<void, StepFailure>(),
    detached: new Map(),
    folders: new Map(),
    confirmations: new WeakMap(),
    user: { wsid: undefined },
    starting: {
      spaces: yield* Spaces,
      sources: yield* UploadSources,
      // Nothing in it needs a check.
      id: () => UploadId.make(newId(), { disableValidation: true })
    },
    admit,
    provided: (effect) => Effect.provide(effect, context),
    providedToFiber: provideToFiber(context)
  }
  return engine
})

/** A class, because ten thousand may be made in one loop: its effects are made when somebody asks for them. */
class Handle implements Upload, Ending<UploadResult, UploadError> {
  readonly id: UploadId

  constructor(private readonly registry: UploadRegistry, private readonly entry: UploadEntry) {
    this.id = entry.id
  }

  snapshot() {
    return this.entry.snapshot
  }

  get await() {
    return this.registry.await(this.entry)
  }

  [onEnd](done: Parameters<UploadRegistry["onEnd"]>[1]) {
    return this.registry.onEnd(this.entry, done)
  }

  get changes() {
    return this.registry.changes(this.entry)
  }
}

/** Most programs find nothing, and load no code for it. */
const recoverable = Effect.fnUntraced(function*(engine: UploadEngine) {
  if (engine.savedQueue === undefined && (yield* (yield* UploadSessions).all).length === 0) return []
  const { saved } = yield* TransferRuns
  return yield* Effect.flatMap(saved.load(), ({ findRecoverable }) => findRecoverable(engine)).pipe(
    Effect.catchAll((error) => Effect.as(Effect.logWarning("earlier uploads could not be looked for", error), []))
  )
})

/** Saves what is queued, while the program runs and at its end. */
const keepSaving = Effect.fnUntraced(function*(engine: UploadEngine) {
  const wake = Effect.unsafeMakeLatch(false)
  engine.registry.subscribeTotals(() => wake.unsafeOpen())
  yield* Effect.addFinalizer(() => engine.provided(saveQueue(engine)))
  yield* forever("saving uploads", engine.scope, saveSoon(engine, wake))
})

const serviceOf = (engine: UploadEngine): Uploads.Service => {
  const { registry } = engine
  const handle = (entry: UploadEntry) => new Handle(registry, entry)
  const resumeStopped = (_engine: UploadEngine, entry: UploadEntry) =>
    entry.phase._tag === "Stopped" ? Effect.orDie(UploadCommands.resume(engine, entry, "resume")) : Effect.void
  return {
    start: (request, options) => startUpload(engine, request, options, handle),
    list: (): ReadonlyArray<UploadId> => registry.list(),
    get: (id) => {
      const entry = registry.get(id)
      return entry && handle(entry)
    },
    snapshot: (id) => registry.get(id)?.snapshot,
    subscribe: (listener, id) => registry.subscribe(listener, id),
    totals: () => registry.readTotals(),
    subscribeTotals: (listener) => registry.subscribeTotals(listener),
    settleConflict: (id, choice) =>
      registry.ifListed(id, (entry) => UploadCommands.settleConflict(engine, entry, choice)),
    stop: (id) => registry.ifListed(id, (entry) => UploadCommands.stop(engine, entry)),
    resume: (id, source) => registry.ifListed(id, (entry) => UploadCommands.resume(engine, entry, "resume", source)),
    cancel: (id) => registry.ifListed(id, (entry) => UploadCommands.cancel(engine, entry)),
    retry: (id) => registry.ifListed(id, (entry) => UploadCommands.resume(engine, entry, "retry")),
    remove: (id) => registry.ifListed(id, (entry) => UploadCommands.remove(engine, entry)),
    stopAll: () => UploadCommands.forAll(engine, UploadCommands.stop),
    resumeAll: () => UploadCommands.forAll(engine, resumeStopped),
    cancelAll: () => UploadCommands.forAll(engine, UploadCommands.cancel),
    setPriority: (id, priority) => engine.provided(setPriority(engine, id, priority)),
    setLimits: (limits) => engine.provided(setLimits(engine, limits)),
    resumesByItself: (id) => {
      const entry = registry.get(id)
      return entry?.phase._tag === "Stopped"
        ? engine.provided(UploadCommands.mayRead(entry, "now"))
        : Effect.succeed(false)
    },
    recoverable: () => engine.provided(recoverable(engine))
  }
}

/**
 * Builds without waiting for anything, so that `start` can be called at once.
 */
const make = (
  tuning: Given<UploadTuning>
): Effect.Effect<Uploads.Service, never, UploadPorts | Scope.Scope> =>
  Effect.gen(function*() {
    const wakeTicker = Effect.unsafeMakeLatch(false)
    const wakeDispatcher = Effect.unsafeMakeLatch(false)
    const engine = yield* makeEngine(
      withDefaults(defaultTuning, tuning),
      () => wakeTicker.unsafeOpen(),
      () => wakeDispatcher.unsafeOpen()
    )
    // Runs are left by then, as they end with the scope too; what they held open for the next run is closed with the last one.
    yield* Effect.addFinalizer(() => Effect.forEach(engine.registry.all(), closeSource, { discard: true }))
    const { registry, scope, width } = engine
    if ((yield* UploadSessions).endsWithProgram !== true) yield* keepSaving(engine)
    const tick = showMoving(engine, wakeTicker, (entry) =>
      registry.publish(entry, { parallel: entry.request.parallel ?? width.current() }))
    yield* forever("the upload dispatcher", scope, dispatch(engine, wakeDispatcher))
    yield* forever("the upload ticker", scope, tick)
    yield* forever("following the session", scope, yield* reactToSession(engine))
    yield* Effect.forkIn(Effect.interruptible(reactToNetwork(engine)), scope)
    return serviceOf(engine)
  })

/** What is left out of the retries, time limits and checks of bytes keeps its default. */
export const layer = (tuning: Given<UploadTuning> = {}): Layer.Layer<Uploads, never, UploadPorts> =>
  layerOf(Uploads, make(tuning))
