/**
 * What users want of downloads.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as DownloadState from "../../domain/DownloadState.js"
import { DownloadCancelled } from "../../domain/errors/TransferErrors.js"
import * as Commands from "../transfers/Commands.js"
import { closeSink, discardSink } from "./closeSink.js"
import { launch } from "./DownloadDispatcher.js"
import type { DownloadEngine } from "./DownloadEngine.js"
import type { DownloadEntry } from "./DownloadEntry.js"

/** A file that is being given its name has it, or has not, before anything else becomes of it. */
const awaitName = (entry: DownloadEntry): Effect.Effect<void> =>
  Effect.suspend(() =>
    entry.publishing && entry.fiber !== undefined ? Effect.asVoid(Fiber.await(entry.fiber)) : Effect.void
  )

export const stop = (engine: DownloadEngine, entry: DownloadEntry): Effect.Effect<void> =>
  Commands.inTurn(
    entry,
    engine.scope,
    Effect.flatMap(awaitName(entry), () => {
      engine.queue.delete(entry)
      if (!engine.registry.apply(entry, "stop", { error: undefined })) return Effect.void
      // What was on its way when it was stopped has been written meanwhile.
      return Effect.map(Commands.interruptRun(entry), () => engine.registry.publish(entry))
    })
  )

/** Back into the queue, or at once when it only waited for the network. */
const requeue = (engine: DownloadEngine, entry: DownloadEntry): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (entry.snapshot.status !== "waiting") return Effect.zipRight(Commands.interruptRun(entry), launch(engine, entry))
    engine.queue.add(entry)
    engine.admit()
    return Effect.void
  })

export const resume = (engine: DownloadEngine, entry: DownloadEntry): Effect.Effect<void, DownloadCancelled> =>
  Commands.inTurn(
    entry,
    engine.scope,
    Effect.suspend(() => {
      if (entry.snapshot.status === "cancelled") return new DownloadCancelled({ downloadId: entry.id })
      if (entry.snapshot.status !== "offline") Object.assign(entry.checkpoint, { restarts: 0, lookedAgain: false })
      return engine.registry.apply(entry, "resume", { error: undefined }) ? requeue(engine, entry) : Effect.void
    })
  )

/** Connections from before the break may hang; the run continues from its checkpoint with new ones. */
export const online = (engine: DownloadEngine, entry: DownloadEntry): Effect.Effect<void> =>
  Commands.inTurn(
    entry,
    engine.scope,
    Effect.suspend(() => engine.registry.apply(entry, "online") ? requeue(engine, entry) : Effect.void)
  )

export const cancel = (engine: DownloadEngine, entry: DownloadEntry): Effect.Effect<void> =>
  Commands.inTurn(
    entry,
    engine.scope,
    Effect.flatMap(awaitName(entry), () => {
      engine.queue.delete(entry)
      if (!engine.registry.apply(entry, "cancel", { error: undefined })) return Effect.void
      return Commands.interruptRun(entry).pipe(Effect.zipRight(closeSink(entry)), Effect.zipRight(discardSink(entry)))
    })
  )

/**
 * The same for all that have not ended.
 */
export const forAll = (
  engine: DownloadEngine,
  command: (engine: DownloadEngine, entry: DownloadEntry) => Effect.Effect<void>
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const living = engine.registry.all().filter(({ snapshot }) => !DownloadState.hasEnded(snapshot.status))
    return Commands.forEach(living, (entry) => command(engine, entry))
  })

/** Takes an ended download off the list; one that has not ended stays. */
export const remove = (engine: DownloadEngine, entry: DownloadEntry): Effect.Effect<void> => {
  const takeOff = Effect.suspend(() => {
    if (!DownloadState.hasEnded(entry.snapshot.status)) return Effect.void
    engine.registry.remove(entry)
    return closeSink(entry)
  })
  // A resume that came first is done first: then it has not ended.
  return Effect.suspend(() => entry.lock === undefined ? takeOff : Commands.inTurn(entry, engine.scope, takeOff))
}
