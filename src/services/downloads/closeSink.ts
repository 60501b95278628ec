/**
 * The target that a download holds open, as long as it does.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { DownloadEntry } from "./DownloadEntry.js"

/**
 * Closes what is open of the target, or of those of many files. Whoever is stopped meanwhile waits for all of it: what was left open, a
 * lock for example, nobody would find again.
 */
export const closeSink = (entry: Pick<DownloadEntry, "batch" | "sink">): Effect.Effect<void> =>
  Effect.uninterruptible(Effect.suspend(() => {
    const { batch, sink } = entry
    entry.sink = undefined
    const own = sink === undefined ? Effect.void : Scope.close(sink.scope, Exit.void)
    return batch === undefined ? own : Effect.forEach(batch.underway.values(), closeSink, { discard: true })
  }))

/**
 * Removes what has arrived of it, once it is closed; of many files those that are whole stay.
 */
export const discardSink = (entry: DownloadEntry): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (entry.batch !== undefined) {
      const { underway, unsaved } = entry.batch
      return Effect.forEach([...underway.values(), ...unsaved], discardSink, { discard: true })
    }
    return entry.touched ? entry.prepared.discard : Effect.void
  })
