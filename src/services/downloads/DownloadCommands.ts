/**
 * What users want of downloads. Intents run in the registry's scope, one after the other for each download: a caller who
 * leaves in the middle does not leave half a cancel behind.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as DownloadState from "../../domain/DownloadState.js"
import { DownloadCancelled } from "../../domain/errors/TransferErrors.js"
import { closeSink, discardSink } from "./closeSink.js"
import { launch } from "./DownloadDispatcher.js"
import type { DownloadEngine } from "./DownloadEngine.js"
import type { DownloadEntry } from "./DownloadEntry.js"

const inOrder = <A, E>(
  engine: DownloadEngine,
  entry: DownloadEntry,
  intent: Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    entry.lock ??= Effect.unsafeMakeSemaphore(1)
    return entry.lock.withPermits(1)(intent).pipe(
      Effect.interruptible,
      Effect.forkIn(engine.scope),
      Effect.flatMap(Fiber.join)
    )
  })

/** Closes the connections and waits until what has arrived is written. */
const interruptRun = (entry: DownloadEntry): Effect.Effect<void> =>
  Effect.suspend(() => entry.fiber === undefined ? Effect.void : Effect.asVoid(Fiber.interrupt(entry.fiber)))

/** A file that is being given its name has it, or has not, before anything else becomes of it. */
const awaitName = (entry: DownloadEntry): Effect.Effect<void> =>
  Effect.suspend(() =>
    entry.publishing && entry.fiber !== undefined ? Effect.asVoid(Fiber.await(entry.fiber)) : Effect.void
  )

export const stop = (engine: DownloadEngine, entry: DownloadEntry): Effect.Effect<void> =>
  inOrder(
    engine,
    entry,
    Effect.flatMap(awaitName(entry), () => {
      engine.queue.delete(entry)
      if (!engine.registry.apply(entry, "stop", { error: undefined })) return Effect.void
      // What was on its way when it was stopped has been written meanwhile.
      return Effect.map(interruptRun(entry), () => engine.registry.publish(entry))
    })
  )

/** Back into the queue, or at once when it only waited for the network. */
const requeue = (engine: DownloadEngine, entry: DownloadEntry): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (entry.snapshot.status !== "waiting") return Effect.zipRight(interruptRun(entry), launch(engine, entry))
    engine.queue.add(entry)
    engine.admit()
    return Effect.void
  })

export const resume = (engine: DownloadEngine, entry: DownloadEntry): Effect.Effect<void, DownloadCancelled> =>
  inOrder(
    engine,
    entry,
    Effect.suspend(() => {
      if (entry.snapshot.status === "cancelled") return new DownloadCancelled({ downloadId: entry.id })
      if (entry.snapshot.status !== "offline") Object.assign(entry.checkpoint, { restarts: 0, lookedAgain: false })
      return engine.registry.apply(entry, "resume", { error: undefined }) ? requeue(engine, entry) : Effect.void
    })
  )

/** Connections from before the break may hang; the run continues from its checkpoint with new ones. */
export const online = (engine: DownloadEngine, entry: DownloadEntry): Effect.Effect<void> =>
  inOrder(
    engine,
    entry,
    Effect.suspend(() => engine.registry.apply(entry, "online") ? requeue(engine, entry) : Effect.void)
  )

export const cancel = (engine: DownloadEngine, entry: DownloadEntry): Effect.Effect<void> =>
  inOrder(
    engine,
    entry,
    Effect.flatMap(awaitName(entry), () => {
      engine.queue.delete(entry)
      if (!engine.registry.apply(entry, "cancel", { error: undefined })) return Effect.void
      return interruptRun(entry).pipe(Effect.zipRight(closeSink(entry)), Effect.zipRight(discardSink(entry)))
    })
  )

/**
 * The same for all that have not ended. Those that wait come first: a place that becomes free must not start one of them.
 */
export const forAll = (
  engine: DownloadEngine,
  intent: (engine: DownloadEngine, entry: DownloadEntry) => Effect.Effect<void>
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const living = engine.registry.all().filter((entry) => !DownloadState.hasEnded(entry.snapshot.status))
    const waiting = living.filter((entry) => entry.fiber === undefined)
    const running = living.filter((entry) => entry.fiber !== undefined)
    return Effect.zipRight(
      Effect.forEach(waiting, (entry) => intent(engine, entry), { discard: true }),
      Effect.forEach(running, (entry) => intent(engine, entry), { concurrency: 16, discard: true })
    )
  })

/** Takes an ended download off the list; one that has not ended stays. */
export const remove = (engine: DownloadEngine, entry: DownloadEntry): Effect.Effect<void> => {
  const takeOff = Effect.suspend(() => {
    if (!DownloadState.hasEnded(entry.snapshot.status)) return Effect.void
    engine.registry.remove(entry)
    return closeSink(entry)
  })
  // A resume that came first is done first: then it has not ended.
  return Effect.suspend(() => entry.lock === undefined ? takeOff : inOrder(engine, entry, takeOff))
}
