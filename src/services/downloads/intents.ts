/**
 * What users want of downloads. Intents run in the registry's scope, one after the other for each download: a caller who
 * leaves in the middle does not leave half a cancel behind.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as DownloadState from "../../domain/DownloadState.js"
import { DownloadCancelled } from "../../domain/errors/TransferErrors.js"
import type { Core } from "./Core.js"
import { launch } from "./dispatcher.js"
import type { Entry } from "./Entry.js"
import { closeSink, discardSink } from "./heldSink.js"

const serialised = <A, E>(core: Core, entry: Entry, intent: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    entry.lock ??= Effect.unsafeMakeSemaphore(1)
    return entry.lock.withPermits(1)(intent).pipe(
      Effect.interruptible,
      Effect.forkIn(core.scope),
      Effect.flatMap(Fiber.join)
    )
  })

/** Closes the connections and waits until what has arrived is written. */
const leave = (entry: Entry): Effect.Effect<void> =>
  Effect.suspend(() => entry.fiber === undefined ? Effect.void : Effect.asVoid(Fiber.interrupt(entry.fiber)))

/** A file that is being given its name has it, or has not, before anything else becomes of it. */
const named = (entry: Entry): Effect.Effect<void> =>
  Effect.suspend(() =>
    entry.publishing && entry.fiber !== undefined ? Effect.asVoid(Fiber.await(entry.fiber)) : Effect.void
  )

export const stop = (core: Core, entry: Entry): Effect.Effect<void> =>
  serialised(
    core,
    entry,
    Effect.flatMap(named(entry), () => {
      core.line.delete(entry)
      if (!core.registry.apply(entry, "stop", { error: undefined })) return Effect.void
      // What was on its way when it was stopped has been written meanwhile.
      return Effect.map(leave(entry), () => core.registry.publish(entry))
    })
  )

/** Back into line, or at once when it only waited for the network. */
const goOn = (core: Core, entry: Entry): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (entry.snapshot.status !== "waiting") return Effect.zipRight(leave(entry), launch(core, entry))
    core.line.add(entry)
    core.admit()
    return Effect.void
  })

export const resume = (core: Core, entry: Entry): Effect.Effect<void, DownloadCancelled> =>
  serialised(
    core,
    entry,
    Effect.suspend(() => {
      if (entry.snapshot.status === "cancelled") return new DownloadCancelled({ downloadId: entry.id })
      if (entry.snapshot.status !== "offline") Object.assign(entry.checkpoint, { restarts: 0, lookedAgain: false })
      return core.registry.apply(entry, "resume", { error: undefined }) ? goOn(core, entry) : Effect.void
    })
  )

/** Connections from before the break may hang; the run goes on from its checkpoint with new ones. */
export const online = (core: Core, entry: Entry): Effect.Effect<void> =>
  serialised(
    core,
    entry,
    Effect.suspend(() => core.registry.apply(entry, "online") ? goOn(core, entry) : Effect.void)
  )

export const cancel = (core: Core, entry: Entry): Effect.Effect<void> =>
  serialised(
    core,
    entry,
    Effect.flatMap(named(entry), () => {
      core.line.delete(entry)
      if (!core.registry.apply(entry, "cancel", { error: undefined })) return Effect.void
      return leave(entry).pipe(Effect.zipRight(closeSink(entry)), Effect.zipRight(discardSink(entry)))
    })
  )

/**
 * The same for all that have not ended. Those that wait come first: a place that becomes free must not start one of them.
 */
export const forAll = (
  core: Core,
  intent: (core: Core, entry: Entry) => Effect.Effect<void>
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const living = core.registry.all().filter((entry) => !DownloadState.hasEnded(entry.snapshot.status))
    const waiting = living.filter((entry) => entry.fiber === undefined)
    const running = living.filter((entry) => entry.fiber !== undefined)
    return Effect.zipRight(
      Effect.forEach(waiting, (entry) => intent(core, entry), { discard: true }),
      Effect.forEach(running, (entry) => intent(core, entry), { concurrency: 16, discard: true })
    )
  })

/** Takes an ended download off the list; one that has not ended stays. */
export const remove = (core: Core, entry: Entry): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (!DownloadState.hasEnded(entry.snapshot.status)) return Effect.void
    core.registry.remove(entry)
    return closeSink(entry)
  })
