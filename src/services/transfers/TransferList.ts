/**
 * A list of transfers that end: uploads or downloads. What its two registries have in common.
 */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Stream from "effect/Stream"
import { listenerStream } from "../listenerStream.js"
import type { Watched } from "./WatchedList.js"
import { WatchedList } from "./WatchedList.js"

/**
 * Those who wait for the end of a transfer; `undefined` while nobody does.
 */
export type Waiting<A, E> = ReadonlyArray<(exit: Exit.Exit<A, E>) => void> | undefined

/**
 * What such a list needs of a transfer.
 */
export interface Transfer<Snapshot, A, E> extends Watched {
  snapshot: Snapshot
  waiting: Waiting<A, E>
}

/** Snapshots that a slow reader of `changes` may have before it; older ones are left out. */
const mostUnread = 16

export abstract class TransferList<Entry extends Transfer<Snapshot, A, E>, Snapshot, A, E> extends WatchedList<Entry> {
  /** Whether the transfer is over, well or not. */
  protected abstract hasEnded(entry: Entry): boolean

  /** How the transfer ended; `undefined` while it has not. */
  protected abstract endingOf(entry: Entry): Exit.Exit<A, E> | undefined

  /** Calls back when the transfer has ended, which may be now. Returns the function that stops waiting. */
  onEnd(entry: Entry, done: (exit: Exit.Exit<A, E>) => void): () => void {
    const ended = this.endingOf(entry)
    if (ended !== undefined) done(ended)
    // Mostly one waits: a set for each of ten thousand, or an array that has grown, weighs more than the rest.
    else entry.waiting = entry.waiting === undefined ? [done] : [...entry.waiting, done]
    return () => {
      entry.waiting = entry.waiting?.filter((other) => other !== done)
    }
  }

  /** Waits for the end of the transfer. */
  await(entry: Entry): Effect.Effect<A, E> {
    return Effect.async((resume) => Effect.sync(this.onEnd(entry, resume)))
  }

  /** Its snapshots, the current one first, until it has ended. */
  changes(entry: Entry): Stream.Stream<Snapshot> {
    return listenerStream<Snapshot>((emit) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          const show = () => {
            emit.single(entry.snapshot)
            if (this.hasEnded(entry)) emit.end()
          }
          const unsubscribe = this.subscribe(show, entry.id)
          show()
          return unsubscribe
        }),
        (unsubscribe) => Effect.sync(unsubscribe)
      ), mostUnread)
  }

  /** What a user wants of the transfer of this id; one that is not on the list has nothing to stop. */
  ifListed<E2>(id: string, command: (entry: Entry) => Effect.Effect<void, E2>): Effect.Effect<void, E2> {
    return Effect.suspend(() => {
      const entry = this.get(id)
      return entry === undefined ? Effect.void : command(entry)
    })
  }

  /** Tells those who wait for the transfer, and those who watch the list, if it has ended. */
  protected tellEnd(entry: Entry): void {
    const ending = this.endingOf(entry)
    if (ending === undefined) return
    const { waiting } = entry
    entry.waiting = undefined
    waiting?.forEach((done) => done(ending))
    this.tellList()
  }
}
