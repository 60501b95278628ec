/**
 * All downloads of this client. Plain and synchronous: the only writer of states and snapshots.
 */
import * as Deferred from "effect/Deferred"
import * as Exit from "effect/Exit"
import type { DownloadFailure, DownloadResult, DownloadSnapshot } from "../../domain/DownloadSnapshot.js"
import type { DownloadEvent } from "../../domain/DownloadState.js"
import * as DownloadState from "../../domain/DownloadState.js"
import { DownloadCancelled } from "../../domain/errors/TransferErrors.js"
import type { DownloadId } from "../../domain/Ids.js"
import type { Entry } from "./Entry.js"

export type Patch = Partial<
  Pick<DownloadSnapshot, "connections" | "error" | "fileId" | "files" | "name" | "result" | "size" | "via">
>

/**
 * How an ended download ended.
 */
export const endingOf = (entry: Entry): Exit.Exit<DownloadResult, DownloadFailure> | undefined => {
  const { error, result, status } = entry.snapshot
  if (!DownloadState.hasEnded(status)) return undefined
  if (status === "cancelled") return Exit.fail(new DownloadCancelled({ downloadId: entry.id }))
  if (result !== undefined) return Exit.succeed(result)
  return error === undefined ? undefined : Exit.fail(error)
}

export class Registry {
  private readonly entries = new Map<string, Entry>()
  private readonly listListeners = new Set<() => void>()
  private ids: ReadonlyArray<DownloadId> | undefined
  /** Entries whose counts moved since the last tick. */
  readonly dirty = new Set<Entry>()

  /**
   * `onDirty` wakes the ticker; `onDefect` is told of a listener that throws, which must not keep others from hearing.
   */
  constructor(private readonly onDirty: () => void, private readonly onDefect: (cause: unknown) => void) {}

  add(entry: Entry): void {
    this.entries.set(entry.id, entry)
    this.listChanged()
  }

  remove(entry: Entry): void {
    this.dirty.delete(entry)
    if (this.entries.delete(entry.id)) this.listChanged()
  }

  get(id: string): Entry | undefined {
    return this.entries.get(id)
  }

  all(): ReadonlyArray<Entry> {
    return [...this.entries.values()]
  }

  list(): ReadonlyArray<DownloadId> {
    return this.ids ??= this.all().map((entry) => entry.id)
  }

  /** Moves the download by the table; `false` when the event means nothing in its state, and then the patch is dropped too. */
  apply(entry: Entry, event: DownloadEvent, patch: Patch = {}): boolean {
    const status = DownloadState.next(entry.snapshot.status, event)
    if (status === entry.snapshot.status) return false
    if (status !== "running") entry.meter.rest()
    entry.snapshot = { ...entry.snapshot, status }
    this.publish(entry, patch)
    const ending = endingOf(entry)
    if (ending !== undefined && entry.ending !== undefined) {
      Deferred.unsafeDone(entry.ending, ending)
      entry.ending = undefined
    }
    return true
  }

  /** Shows the entry as it is now. */
  publish(entry: Entry, patch: Patch = {}): void {
    this.dirty.delete(entry)
    const { meter, snapshot } = entry
    entry.snapshot = {
      ...snapshot,
      ...patch,
      received: meter.read().sent,
      written: Math.max(snapshot.written, entry.written),
      speed: meter.speed(),
      eta: snapshot.status === "running" ? meter.eta() : undefined
    }
    if (entry.listeners !== undefined) this.tell(entry.listeners)
  }

  /** Its counts have moved; the ticker shows it. */
  touch(entry: Entry): void {
    this.dirty.add(entry)
    this.onDirty()
  }

  subscribe(listener: () => void, id?: string): () => void {
    const entry = id === undefined ? undefined : this.get(id)
    if (id !== undefined && entry === undefined) return () => {}
    const listeners = entry === undefined ? this.listListeners : entry.listeners ??= new Set()
    // Wrapped, so that one function may listen twice.
    const own = () => listener()
    listeners.add(own)
    return () => {
      listeners.delete(own)
    }
  }

  private listChanged(): void {
    this.ids = undefined
    this.tell(this.listListeners)
  }

  private tell(listeners: Set<() => void>): void {
    for (const listener of [...listeners]) {
      try {
        listener()
      } catch (cause) {
        this.onDefect(cause)
      }
    }
  }
}
