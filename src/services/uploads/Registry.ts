/**
 * All uploads of this client. Plain and synchronous: the only writer of phases and snapshots, so that whoever reads sees one
 * consistent record.
 */
import * as Deferred from "effect/Deferred"
import * as Exit from "effect/Exit"
import { UploadCancelled } from "../../domain/errors/TransferErrors.js"
import type { UploadId } from "../../domain/Ids.js"
import type { UploadError, UploadResult, UploadSnapshot } from "../../domain/UploadSnapshot.js"
import type { UploadEvent, UploadPhase } from "../../domain/UploadState.js"
import * as UploadState from "../../domain/UploadState.js"
import type { Entry } from "./Entry.js"

export type Patch = Partial<
  Pick<
    UploadSnapshot,
    | "name"
    | "size"
    | "parentFileId"
    | "fileId"
    | "parallel"
    | "sizeOnlyParts"
    | "resumable"
    | "needsFile"
    | "error"
    | "result"
  >
>

/**
 * How an ended upload ended.
 */
export const endingOf = (entry: Entry): Exit.Exit<UploadResult, UploadError> | undefined => {
  const { error, result } = entry.snapshot
  if (!UploadState.hasEnded(entry.phase)) return undefined
  if (entry.phase._tag === "Cancelled") return Exit.fail(new UploadCancelled({ uploadId: entry.id }))
  if (result !== undefined) return Exit.succeed(result)
  return error === undefined ? undefined : Exit.fail(error)
}

const moves = (phase: UploadPhase): boolean =>
  phase._tag === "Running" || phase._tag === "ComputingHash" || phase._tag === "Started" ||
  phase._tag === "UploadingParts" || phase._tag === "Done"

export class Registry {
  private readonly entries = new Map<UploadId, Entry>()
  private readonly listListeners = new Set<() => void>()
  private ids: ReadonlyArray<UploadId> | undefined
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
    // The key of the map is a branded text, and any text may be asked for.
    return this.entries.get(id as UploadId)
  }

  all(): ReadonlyArray<Entry> {
    return [...this.entries.values()]
  }

  list(): ReadonlyArray<UploadId> {
    return this.ids ??= [...this.entries.keys()]
  }

  /** Moves the upload by the table; `false` when the event means nothing in its phase, and then the patch is dropped too. */
  apply(entry: Entry, event: UploadEvent, patch: Patch = {}): boolean {
    const phase = UploadState.next(entry.phase, event)
    if (phase === entry.phase) return false
    entry.phase = phase
    if (!moves(phase)) entry.meter.rest()
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
    entry.snapshot = {
      ...entry.snapshot,
      ...patch,
      progress: UploadState.progressOf(entry.phase),
      multipart: UploadState.multipartOf(entry.phase),
      bytes: entry.meter.read(),
      speed: entry.meter.speed(),
      eta: moves(entry.phase) ? entry.meter.eta() : undefined
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
