/**
 * The upload registry: its parts put together, and its loops started.
 */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import { defaultParallelParts } from "../../domain/Constants.js"
import type { UploadId } from "../../domain/Ids.js"
import * as Phase from "../../domain/UploadPhase.js"
import type { UploadError, UploadResult, UploadSnapshot } from "../../domain/UploadSnapshot.js"
import { emitted } from "../emitted.js"
import { Pace } from "../engine/Pace.js"
import { SignIns } from "../engine/signIns.js"
import { Width } from "../engine/Width.js"
import * as SingleFlight from "../SingleFlight.js"
import { Spaces } from "../Spaces.js"
import { TransferScheduler } from "../TransferScheduler.js"
import type { Upload, Uploads } from "../Uploads.js"
import { UploadSources } from "../UploadSource.js"
import { followNetwork, followSession } from "./control.js"
import type { Core, StepFailure, UploadPorts, UploadTuning } from "./Core.js"
import { defaultTuning } from "./Core.js"
import { dispatch } from "./dispatcher.js"
import type { Entry } from "./Entry.js"
import { closeSource } from "./heldSource.js"
import * as Intents from "./intents.js"
import { setPriority } from "./priority.js"
import { recoverable } from "./recoverable.js"
import { endingOf, Registry } from "./Registry.js"
import { newIds, start } from "./start.js"
import { tick } from "./ticker.js"
import { WaitingLine } from "./WaitingLine.js"
import { setLimits } from "./width.js"

/** A loop that a bug must not end in silence. */
const forever = (name: string, core: Core) => (loop: Effect.Effect<void, never, UploadPorts>) =>
  loop.pipe(
    Effect.catchAllDefect((defect) => Effect.logError(`${name} failed`, defect)),
    Effect.forever,
    Effect.interruptible,
    Effect.forkIn(core.scope)
  )

const makeCore = Effect.fnUntraced(function*(tuning: UploadTuning, wakeTicker: () => void, admit: () => void) {
  const scope = yield* Effect.scope
  const context = yield* Effect.context<UploadPorts>()
  const runtime = yield* Effect.runtime<never>()
  const scheduler = yield* TransferScheduler
  const width = new Width()
  const configured = scheduler.limits().part
  if (configured !== defaultParallelParts) width.fix(configured)
  const core: Core = {
    registry: new Registry(wakeTicker, (cause) => {
      Runtime.runFork(runtime)(Effect.logError("a listener of an upload threw", Cause.die(cause)))
    }),
    line: new WaitingLine(),
    running: new Set(),
    slots: new Set(),
    scope,
    signIns: new SignIns(),
    width,
    pace: new Pace(),
    tuning,
    steps: yield* SingleFlight.make<void, StepFailure>(),
    landing: new Map(),
    folders: new Map(),
    confirmations: new WeakMap(),
    user: { wsid: undefined },
    starting: { spaces: yield* Spaces, sources: yield* UploadSources, id: yield* newIds },
    admit,
    provided: (effect) => Effect.provide(effect, context)
  }
  return core
})

const ending = (entry: Entry): Effect.Effect<UploadResult, UploadError> =>
  Effect.suspend(() => {
    const ended = endingOf(entry)
    if (ended !== undefined) return ended
    entry.ending ??= Deferred.unsafeMake(FiberId.none)
    return Deferred.await(entry.ending)
  })

const changes = (core: Core, entry: Entry): Stream.Stream<UploadSnapshot> =>
  emitted<UploadSnapshot>((emit) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const show = () => {
          emit.single(entry.snapshot)
          if (Phase.hasEnded(entry.phase)) emit.end()
        }
        const unsubscribe = core.registry.subscribe(show, entry.id)
        show()
        return unsubscribe
      }),
      (unsubscribe) => Effect.sync(unsubscribe)
    ), 16)

const handle = (core: Core, entry: Entry): Upload => ({
  id: entry.id,
  await: ending(entry),
  get changes() {
    return changes(core, entry)
  }
})

/** An id that is on no list has nothing to stop. */
const on = <E>(core: Core, id: string, intent: (entry: Entry) => Effect.Effect<void, E>): Effect.Effect<void, E> =>
  Effect.suspend(() => {
    const entry = core.registry.get(id)
    return entry === undefined ? Effect.void : intent(entry)
  })

const service = (core: Core): Uploads.Service => {
  const { registry } = core
  const resumeStopped = (_core: Core, entry: Entry) =>
    entry.phase._tag === "Stopped" ? Effect.orDie(Intents.resume(core, entry, "resume")) : Effect.void
  return {
    start: (request, options) => Effect.map(start(core, request, options), (entry) => handle(core, entry)),
    list: (): ReadonlyArray<UploadId> => registry.list(),
    get: (id) => {
      const entry = registry.get(id)
      return entry === undefined ? undefined : handle(core, entry)
    },
    snapshot: (id) => registry.get(id)?.snapshot,
    subscribe: (listener, id) => registry.subscribe(listener, id),
    stop: (id) => on(core, id, (entry) => Intents.stop(core, entry)),
    resume: (id, source) => on(core, id, (entry) => Intents.resume(core, entry, "resume", source)),
    cancel: (id) => on(core, id, (entry) => Intents.cancel(core, entry)),
    retry: (id) => on(core, id, (entry) => Intents.resume(core, entry, "retry")),
    remove: (id) => on(core, id, (entry) => Intents.remove(core, entry)),
    stopAll: () => Intents.forAll(core, Intents.stop),
    resumeAll: () => Intents.forAll(core, resumeStopped),
    cancelAll: () => Intents.forAll(core, Intents.cancel),
    setPriority: (id, priority) => core.provided(setPriority(core, id, priority)),
    setLimits: (limits) => core.provided(setLimits(core, limits)),
    recoverable: () => core.provided(recoverable(core))
  }
}

/**
 * Builds without waiting for anything, so that `start` can be called in the same breath.
 */
export const make = (
  tuning: Partial<UploadTuning>
): Effect.Effect<Uploads.Service, never, UploadPorts | Scope.Scope> =>
  Effect.gen(function*() {
    const wakeTicker = Effect.unsafeMakeLatch(false)
    const wakeDispatcher = Effect.unsafeMakeLatch(false)
    const core = yield* makeCore(
      { ...defaultTuning, ...tuning },
      () => wakeTicker.unsafeOpen(),
      () => wakeDispatcher.unsafeOpen()
    )
    // Runs are left by then, as they end with the scope too; what they held open for the next run is closed with the last one.
    yield* Effect.addFinalizer(() => Effect.forEach(core.registry.all(), closeSource, { discard: true }))
    yield* forever("the upload dispatcher", core)(dispatch(core, wakeDispatcher))
    yield* forever("the upload ticker", core)(tick(core, wakeTicker))
    yield* forever("following the session", core)(yield* followSession(core))
    yield* Effect.forkIn(Effect.interruptible(followNetwork(core)), core.scope)
    return service(core)
  })
