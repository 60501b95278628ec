/**
 * The download registry: its parts put together, and its loops started.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type { SpaceId, Wsid } from "../../domain/Ids.js"
import type { Space } from "../../domain/Space.js"
import type { Download, Downloads } from "../Downloads.js"
import { forever, showMoving } from "../transfers/loops.js"
import { Pace } from "../transfers/Pace.js"
import { SignIns } from "../transfers/signIns.js"
import { reactToNetwork, sessionStep } from "./control.js"
import type { Core, DownloadPorts, DownloadTuning } from "./Core.js"
import { dispatch } from "./dispatcher.js"
import type { Entry } from "./Entry.js"
import { closeSink } from "./heldSink.js"
import * as Intents from "./intents.js"
import { Registry } from "./Registry.js"
import { start } from "./start.js"

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

const handle = ({ registry }: Core, entry: Entry): Download => ({
  id: entry.id,
  await: registry.await(entry),
  changes: registry.changes(entry)
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
    save: Effect.fn("Downloads.save")(function*(wanted, options) {
      const { onProgress, ...request } = { ...wanted }
      const { id, await: end } = yield* begin(request, options)
      const tell = () => {
        const { received = 0, size } = registry.get(id)?.snapshot ?? {}
        if (size !== undefined) onProgress?.({ received, size })
      }
      const quiet = registry.subscribe(tell, id)
      return yield* end.pipe(
        Effect.onInterrupt(() => registry.ifListed(id, (entry) => Intents.cancel(core, entry))),
        Effect.ensuring(Effect.suspend(() => {
          quiet()
          return registry.ifListed(id, (entry) => Intents.remove(core, entry))
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
    stop: (id) => registry.ifListed(id, (entry) => Intents.stop(core, entry)),
    resume: (id) => registry.ifListed(id, (entry) => Intents.resume(core, entry)),
    cancel: (id) => registry.ifListed(id, (entry) => Intents.cancel(core, entry)),
    remove: (id) => registry.ifListed(id, (entry) => Intents.remove(core, entry)),
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
  const tick = showMoving(core, wakeTicker, (entry) => core.registry.publish(entry))
  yield* forever("the download dispatcher", scope, dispatch(core, wakeDispatcher))
  yield* forever("the download ticker", scope, tick)
  yield* forever("following the session", scope, yield* sessionStep(core))
  yield* Effect.forkIn(Effect.interruptible(core.provided(reactToNetwork(core))), scope)
  return { core, registered: service(core) }
})
