/**
 * The download registry: its parts put together, its loops started, and what downloads do by themselves when the session or the
 * network changes.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type { DownloadFailure, DownloadResult } from "../../domain/DownloadSnapshot.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import type { SpaceId, Wsid } from "../../domain/Ids.js"
import type { Space } from "../../domain/Space.js"
import type { Download, Downloads } from "../Downloads.js"
import type { Ending } from "../Ending.js"
import { onEnd } from "../Ending.js"
import { makeNewId } from "../transfers/makeNewId.js"
import { SignIns } from "../transfers/SignIns.js"
import { SpeedLimit } from "../transfers/SpeedLimit.js"
import { followNetwork, followSession, forever, showMoving } from "../transfers/TransferLoops.js"
import { closeSink } from "./closeSink.js"
import * as DownloadCommands from "./DownloadCommands.js"
import { dispatch } from "./DownloadDispatcher.js"
import type { DownloadEngine, DownloadPorts, DownloadTuning } from "./DownloadEngine.js"
import type { DownloadEntry } from "./DownloadEntry.js"
import { DownloadRegistry } from "./DownloadRegistry.js"
import { startDownload } from "./startDownload.js"

/**
 * The downloads of another user are cancelled: the one who signed in must not see them, nobody could resume them or remove what has
 * arrived, and who waits for them would wait for ever.
 */
const reactToSignIn = Effect.fnUntraced(function*(engine: DownloadEngine, wsid: Wsid) {
  const { registry } = engine
  const others = registry.all().filter((entry) => entry.wsid !== undefined && entry.wsid !== wsid)
  yield* Effect.forEach(others, (entry) => DownloadCommands.cancel(engine, entry), { concurrency: 16, discard: true })
  for (const entry of others) registry.remove(entry)
  // What is not on the list any more would stay open until the client ends.
  yield* Effect.forEach(others, closeSink, { discard: true })
  for (const entry of registry.all()) registry.apply(entry, "signedIn", { error: undefined })
  engine.signIns.next()
})

/** The step that reacts to the next sign-in or sign-out. */
const reactToSession = (engine: DownloadEngine) =>
  followSession(engine.user, {
    signedIn: (wsid) => reactToSignIn(engine, wsid),
    signedOut: DownloadCommands.forAll(engine, DownloadCommands.stop)
  })

/** Shows who waits for the network, and resumes them when it is back. */
const reactToNetwork = (engine: DownloadEngine) =>
  followNetwork({
    online: Effect.suspend(() =>
      Effect.forEach(
        engine.registry.all().filter((entry) => entry.snapshot.status === "offline"),
        (entry) => DownloadCommands.online(engine, entry),
        { concurrency: 16, discard: true }
      )
    ),
    offline: () => {
      for (const entry of engine.running) engine.registry.apply(entry, "offline")
    }
  })

/** One account for each space, whose rate is the one that the space has by now. */
const makePaces = () => {
  const paces = new Map<SpaceId, { readonly pace: SpeedLimit; speed: number }>()
  return ({ downloadSpeed = 0, spaceId }: Space): SpeedLimit => {
    const known = paces.get(spaceId)
    if (known === undefined) {
      const pace = new SpeedLimit(downloadSpeed)
      paces.set(spaceId, { pace, speed: downloadSpeed })
      return pace
    }
    if (known.speed !== downloadSpeed) known.pace.set(known.speed = downloadSpeed)
    return known.pace
  }
}

const handle = (
  { registry }: DownloadEngine,
  entry: DownloadEntry
): Download & Ending<DownloadResult, DownloadFailure> => ({
  id: entry.id,
  snapshot: () => entry.snapshot,
  await: registry.await(entry),
  [onEnd]: (done) => registry.onEnd(entry, done),
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

const service = (engine: DownloadEngine): Registered => {
  const { registry } = engine
  const begin: Registered["start"] = (request, options) =>
    Effect.map(engine.provided(startDownload(engine, request, options)), (entry) => handle(engine, entry))
  const resumeStopped = (_engine: DownloadEngine, entry: DownloadEntry) =>
    entry.snapshot.status === "stopped" ? Effect.orDie(DownloadCommands.resume(engine, entry)) : Effect.void
  return {
    start: begin,
    save: Effect.fn("Downloads.save")(function*(wanted, options) {
      const { onProgress, ...request } = { ...wanted }
      if (onProgress !== undefined && typeof onProgress !== "function") {
        return yield* new InvalidInput({ field: "onProgress", message: "a function required" })
      }
      const { id, await: end } = yield* begin(request, options)
      const tell = () => {
        const { received = 0, size } = registry.get(id)?.snapshot ?? {}
        if (size !== undefined) onProgress?.({ received, size })
      }
      const quiet = registry.subscribe(tell, id)
      return yield* end.pipe(
        Effect.onInterrupt(() => registry.ifListed(id, (entry) => DownloadCommands.cancel(engine, entry))),
        Effect.ensuring(Effect.suspend(() => {
          quiet()
          return registry.ifListed(id, (entry) => DownloadCommands.remove(engine, entry))
        }))
      )
    }),
    list: () => registry.list(),
    get: (id) => {
      const entry = registry.get(id)
      return entry === undefined ? undefined : handle(engine, entry)
    },
    snapshot: (id) => registry.get(id)?.snapshot,
    subscribe: (listener, id) => registry.subscribe(listener, id),
    stop: (id) => registry.ifListed(id, (entry) => DownloadCommands.stop(engine, entry)),
    resume: (id) => registry.ifListed(id, (entry) => DownloadCommands.resume(engine, entry)),
    cancel: (id) => registry.ifListed(id, (entry) => DownloadCommands.cancel(engine, entry)),
    remove: (id) => registry.ifListed(id, (entry) => DownloadCommands.remove(engine, entry)),
    stopAll: () => DownloadCommands.forAll(engine, DownloadCommands.stop),
    resumeAll: () => DownloadCommands.forAll(engine, resumeStopped),
    cancelAll: () => DownloadCommands.forAll(engine, DownloadCommands.cancel)
  }
}

/**
 * Builds without waiting for anything, so that `start` can be called at once.
 */
export const make = Effect.fnUntraced(function*(tuning: DownloadTuning, archive: Downloads.Service["archive"]) {
  const scope = yield* Effect.scope
  const context = yield* Effect.context<DownloadPorts>()
  const runtime = yield* Effect.runtime<never>()
  const wakeTicker = Effect.unsafeMakeLatch(false)
  const wakeDispatcher = Effect.unsafeMakeLatch(false)
  const user: { wsid: Wsid | undefined } = { wsid: undefined }
  const engine: DownloadEngine = {
    registry: new DownloadRegistry(
      () => wakeTicker.unsafeOpen(),
      (cause) => void Runtime.runFork(runtime)(Effect.logError("a listener of a download threw", Cause.die(cause)))
    ),
    queue: new Set(),
    running: new Set(),
    scope,
    signIns: new SignIns(),
    tuning,
    archive,
    paceOf: makePaces(),
    user,
    newId: yield* makeNewId,
    admit: () => wakeDispatcher.unsafeOpen(),
    context,
    provided: (effect) => Effect.provide(effect, context)
  }
  // Before the loops, so that it comes after them: runs close their files themselves, what is left belongs to no run.
  yield* Effect.addFinalizer(() => Effect.forEach(engine.registry.all(), closeSink, { discard: true }))
  const tick = showMoving(engine, wakeTicker, (entry) => engine.registry.publish(entry))
  yield* forever("the download dispatcher", scope, dispatch(engine, wakeDispatcher))
  yield* forever("the download ticker", scope, tick)
  yield* forever("following the session", scope, yield* reactToSession(engine))
  yield* Effect.forkIn(Effect.interruptible(engine.provided(reactToNetwork(engine))), scope)
  return { engine, registered: service(engine) }
})
