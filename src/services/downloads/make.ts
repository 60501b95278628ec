/**
 * The download registry: its parts put together, and its loops started.
 */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as Runtime from "effect/Runtime"
import type * as Stream from "effect/Stream"
import type { DownloadFailure, DownloadResult, DownloadSnapshot } from "../../domain/DownloadSnapshot.js"
import * as DownloadState from "../../domain/DownloadState.js"
import type { SpaceId, Wsid } from "../../domain/Ids.js"
import type { Space } from "../../domain/Space.js"
import type { Download, Downloads } from "../Downloads.js"
import { emitted } from "../emitted.js"
import { Pace } from "../engine/Pace.js"
import { SignIns } from "../engine/signIns.js"
import { followNetwork, followSession, tick } from "./control.js"
import type { Core, DownloadPorts, DownloadTuning } from "./Core.js"
import { dispatch } from "./dispatcher.js"
import type { Entry } from "./Entry.js"
import { closeSink } from "./heldSink.js"
import * as Intents from "./intents.js"
import { endingOf, Registry } from "./Registry.js"
import { start } from "./start.js"

/** A loop that a bug must not end in silence. */
const forever = (name: string, core: Core) => (loop: Effect.Effect<void>) =>
  loop.pipe(
    Effect.catchAllDefect((defect) => Effect.logError(`${name} failed`, defect)),
    Effect.forever,
    Effect.interruptible,
    Effect.forkIn(core.scope)
  )

/** One account for each space, whose rate is the one that the space has by now. */
const makePaces = () => {
  const paces = new Map<SpaceId, { readonly pace: Pace; speed: number }>()
  return ({ downloadSpeed = 0, spaceId }: Space): Pace => {
    const known = paces.get(spaceId)
    if (known === undefined) {
      const pace = new Pace(downloadSpeed)
      paces.set(spaceId, { pace, speed: downloadSpeed })
      return pace
    }
    if (known.speed !== downloadSpeed) known.pace.set(known.speed = downloadSpeed)
    return known.pace
  }
}

const ending = (entry: Entry): Effect.Effect<DownloadResult, DownloadFailure> =>
  Effect.suspend(() => {
    const ended = endingOf(entry)
    if (ended !== undefined) return ended
    entry.ending ??= Deferred.unsafeMake(FiberId.none)
    return Deferred.await(entry.ending)
  })

const changes = (core: Core, entry: Entry): Stream.Stream<DownloadSnapshot> =>
  emitted<DownloadSnapshot>((emit) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const show = () => {
          emit.single(entry.snapshot)
          if (DownloadState.hasEnded(entry.snapshot.status)) emit.end()
        }
        const unsubscribe = core.registry.subscribe(show, entry.id)
        show()
        return unsubscribe
      }),
      (unsubscribe) => Effect.sync(unsubscribe)
    ), 16)

const handle = (core: Core, entry: Entry): Download => ({
  id: entry.id,
  await: ending(entry),
  changes: changes(core, entry)
})

/** An id that is on no list has nothing to stop. */
const on = <E>(core: Core, id: string, intent: (entry: Entry) => Effect.Effect<void, E>): Effect.Effect<void, E> =>
  Effect.suspend(() => {
    const entry = core.registry.get(id)
    return entry === undefined ? Effect.void : intent(entry)
  })

type Registered = Pick<
  Downloads.Service,
  | "cancel"
  | "cancelAll"
  | "get"
  | "list"
  | "remove"
  | "resume"
  | "resumeAll"
  | "save"
  | "snapshot"
  | "start"
  | "stop"
  | "stopAll"
  | "subscribe"
>

const service = (core: Core): Registered => {
  const { registry } = core
  const begin: Registered["start"] = (request, options) =>
    Effect.map(core.provided(start(core, request, options)), (entry) => handle(core, entry))
  const resumeStopped = (_core: Core, entry: Entry) =>
    entry.snapshot.status === "stopped" ? Effect.orDie(Intents.resume(core, entry)) : Effect.void
  return {
    start: begin,
    save: Effect.fn("Downloads.save")(function*({ onProgress, ...request }, options) {
      const { id, await: end } = yield* begin(request, options)
      const tell = () => {
        const { received = 0, size } = registry.get(id)?.snapshot ?? {}
        if (size !== undefined) onProgress?.({ received, size })
      }
      const quiet = registry.subscribe(tell, id)
      return yield* end.pipe(
        Effect.onInterrupt(() => on(core, id, (entry) => Intents.cancel(core, entry))),
        Effect.ensuring(Effect.suspend(() => {
          quiet()
          return on(core, id, (entry) => Intents.remove(core, entry))
        }))
      )
    }),
    list: () => registry.list(),
    get: (id) => {
      const entry = registry.get(id)
      return entry === undefined ? undefined : handle(core, entry)
    },
    snapshot: (id) => registry.get(id)?.snapshot,
    subscribe: (listener, id) => registry.subscribe(listener, id),
    stop: (id) => on(core, id, (entry) => Intents.stop(core, entry)),
    resume: (id) => on(core, id, (entry) => Intents.resume(core, entry)),
    cancel: (id) => on(core, id, (entry) => Intents.cancel(core, entry)),
    remove: (id) => on(core, id, (entry) => Intents.remove(core, entry)),
    stopAll: () => Intents.forAll(core, Intents.stop),
    resumeAll: () => Intents.forAll(core, resumeStopped),
    cancelAll: () => Intents.forAll(core, Intents.cancel)
  }
}

/**
 * Builds without waiting for anything, so that `start` can be called in the same breath.
 */
export const make = Effect.fnUntraced(function*(tuning: DownloadTuning, archive: Downloads.Service["archive"]) {
  const scope = yield* Effect.scope
  const context = yield* Effect.context<DownloadPorts>()
  const runtime = yield* Effect.runtime<never>()
  const wakeTicker = Effect.unsafeMakeLatch(false)
  const wakeDispatcher = Effect.unsafeMakeLatch(false)
  const user: { wsid: Wsid | undefined } = { wsid: undefined }
  const core: Core = {
    registry: new Registry(
      () => wakeTicker.unsafeOpen(),
      (cause) => void Runtime.runFork(runtime)(Effect.logError("a listener of a download threw", Cause.die(cause)))
    ),
    line: new Set(),
    running: new Set(),
    scope,
    signIns: new SignIns(),
    tuning,
    archive,
    paceOf: makePaces(),
    user,
    admit: () => wakeDispatcher.unsafeOpen(),
    context,
    provided: (effect) => Effect.provide(effect, context)
  }
  // Before the loops, so that it comes after them: runs close their files themselves, what is left belongs to no run.
  yield* Effect.addFinalizer(() => Effect.forEach(core.registry.all(), closeSink, { discard: true }))
  yield* forever("the download dispatcher", core)(dispatch(core, wakeDispatcher))
  yield* forever("the download ticker", core)(tick(core, wakeTicker))
  yield* forever("following the session", core)(yield* followSession(core))
  yield* Effect.forkIn(Effect.interruptible(core.provided(followNetwork(core))), core.scope)
  return { core, registered: service(core) }
})
