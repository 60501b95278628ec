/**
 * The upload registry: its parts put together, and its loops started.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import { defaultParallelParts } from "../../domain/Constants.js"
import type { UploadId } from "../../domain/Ids.js"
import * as SingleFlight from "../SingleFlight.js"
import { Spaces } from "../Spaces.js"
import { forever, showMoving } from "../transfers/loops.js"
import { Pace } from "../transfers/Pace.js"
import { SignIns } from "../transfers/signIns.js"
import { Width } from "../transfers/Width.js"
import { TransferScheduler } from "../TransferScheduler.js"
import type { Upload, Uploads } from "../Uploads.js"
import { UploadSources } from "../UploadSource.js"
import { reactToNetwork, sessionStep } from "./control.js"
import type { Core, StepFailure, UploadPorts, UploadTuning } from "./Core.js"
import { defaultTuning } from "./Core.js"
import { dispatch } from "./dispatcher.js"
import type { Entry } from "./Entry.js"
import { closeSource } from "./heldSource.js"
import * as Intents from "./intents.js"
import { setPriority } from "./priority.js"
import { recoverable } from "./recoverable.js"
import { Registry } from "./Registry.js"
import { newIds, start } from "./start.js"
import { WaitingLine } from "./WaitingLine.js"
import { setLimits } from "./width.js"

const makeCore = Effect.fnUntraced(function*(tuning: UploadTuning, wakeTicker: () => void, admit: () => void) {
  const scope = yield* Effect.scope
  const context = yield* Effect.context<UploadPorts>()
  const runtime = yield* Effect.runtime<never>()
  const clock = yield* Effect.clock
  const scheduler = yield* TransferScheduler
  const width = new Width()
  const configured = scheduler.limits().part
  if (configured !== defaultParallelParts) width.fix(configured)
  const core: Core = {
    registry: new Registry(wakeTicker, (cause) => {
      Runtime.runFork(runtime)(Effect.logError("a listener of an upload threw", Cause.die(cause)))
    }, () => clock.unsafeCurrentTimeMillis()),
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

const handle = ({ registry }: Core, entry: Entry): Upload => ({
  id: entry.id,
  await: registry.await(entry),
  get changes() {
    return registry.changes(entry)
  }
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
    totals: () => registry.readTotals(),
    subscribeTotals: (listener) => registry.subscribeTotals(listener),
    settleConflict: (id, choice) => registry.ifListed(id, (entry) => Intents.settleConflict(core, entry, choice)),
    stop: (id) => registry.ifListed(id, (entry) => Intents.stop(core, entry)),
    resume: (id, source) => registry.ifListed(id, (entry) => Intents.resume(core, entry, "resume", source)),
    cancel: (id) => registry.ifListed(id, (entry) => Intents.cancel(core, entry)),
    retry: (id) => registry.ifListed(id, (entry) => Intents.resume(core, entry, "retry")),
    remove: (id) => registry.ifListed(id, (entry) => Intents.remove(core, entry)),
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
    const { registry, scope, width } = core
    const tick = showMoving(core, wakeTicker, (entry) =>
      registry.publish(entry, { parallel: entry.request.parallel ?? width.current() }))
    yield* forever("the upload dispatcher", scope, dispatch(core, wakeDispatcher))
    yield* forever("the upload ticker", scope, tick)
    yield* forever("following the session", scope, yield* sessionStep(core))
    yield* Effect.forkIn(Effect.interruptible(reactToNetwork(core)), scope)
    return service(core)
  })
