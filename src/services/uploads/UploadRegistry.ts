/**
 * All uploads of this client: the only writer of phases and snapshots, so that whoever reads sees one consistent record.
 */
import * as Exit from "effect/Exit"
import { UploadCancelled } from "../../domain/errors/TransferErrors.js"
import * as Phase from "../../domain/UploadPhase.js"
import type { UploadPhase } from "../../domain/UploadPhase.js"
import type { UploadError, UploadResult, UploadSnapshot } from "../../domain/UploadSnapshot.js"
import * as UploadState from "../../domain/UploadState.js"
import type { UploadEvent } from "../../domain/UploadState.js"
import type { UploadStatusTag, UploadTotals, UploadWait } from "../../domain/UploadStatus.js"
import { noCounts, statusOf } from "../../domain/UploadStatus.js"
import { checkListener } from "../checkListener.js"
import { TransferList } from "../transfers/TransferList.js"
import type { UploadEntry } from "./UploadEntry.js"

/** What is to be sent, and how much of it was; a cancelled upload is no part of either. */
const bytesOf = ({ bytes, size = 0, status }: UploadSnapshot): readonly [number, number] =>
  status._tag === "cancelled" ? [0, 0] : [status._tag === "done" ? size : bytes.sent, size]

export class Totals {
  private readonly counts: Record<UploadStatusTag, number> = { ...noCounts }
  private sent = 0
  private size = 0
  private speed = 0
  private shown: UploadTotals | undefined
  /** Ten thousand may come in one loop: they are counted when somebody asks. */
  private uncounted = 0

  /** A new upload. */
  came(entry: UploadEntry): void {
    entry.isCounted = false
    this.uncounted++
  }

  /** One snapshot of the entry takes the place of another; without one the upload has gone. */
  replace(entry: UploadEntry, before: UploadSnapshot, after: UploadSnapshot | undefined): void {
    if (entry.isCounted) this.count(before, -1)
    else this.countNew(entry)
    this.count(after, 1)
    this.shown = undefined
  }

  /** Of all uploads on the list. */
  read(all: () => ReadonlyArray<UploadEntry>): UploadTotals {
    if (this.uncounted > 0) {
      for (const entry of all()) {
        if (!entry.isCounted) this.count(this.countNew(entry).snapshot, 1)
      }
      this.shown = undefined
    }
    const { sent, size, speed } = this
    const eta = speed > 0 ? Math.round(((size - sent) / speed) * 1000) : undefined
    return this.shown ??= { counts: { ...this.counts }, sent, size, speed, eta }
  }

  private countNew(entry: UploadEntry): UploadEntry {
    this.uncounted--
    entry.isCounted = true
    return entry
  }

  private count(snapshot: UploadSnapshot | undefined, by: 1 | -1): void {
    if (snapshot === undefined) return
    const [sent, size] = bytesOf(snapshot)
    this.counts[snapshot.status._tag] += by
    this.sent += by * sent
    this.size += by * size
    this.speed += by * snapshot.speed
  }
}

export type UploadPatch = Partial<
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
    | "waiting"
  >
>

/**
 * A run is at work on it.
 */
export const moves = (phase: UploadPhase): boolean =>
  phase._tag === "Running" || phase._tag === "ComputingHash" || phase._tag === "Started" ||
  phase._tag === "UploadingParts" || phase._tag === "Done"

export class UploadRegistry extends TransferList<UploadEntry, UploadSnapshot, UploadResult, UploadError> {
  private readonly totals = new Totals()
  private readonly totalListeners = new Set<() => void>()

  /** `now` in epoch milliseconds. */
  constructor(onDirty: () => void, onDefect: (cause: unknown) => void, private readonly now: () => number) {
    super(onDirty, onDefect)
  }

  override add(entry: UploadEntry): void {
    this.totals.came(entry)
    super.add(entry)
    this.tell(this.totalListeners)
  }

  override remove(entry: UploadEntry): void {
    if (this.get(entry.id) === entry) this.totals.replace(entry, entry.snapshot, undefined)
    super.remove(entry)
    this.tell(this.totalListeners)
  }

  readTotals(): UploadTotals {
    return this.totals.read(() => this.all())
  }

  subscribeTotals(listener: () => void): () => void {
    checkListener(listener)
    const own = () => listener()
    this.totalListeners.add(own)
    return () => {
      this.totalListeners.delete(own)
    }
  }

  /** What the upload waits for from now on; it has waited since the first time in a row that it was for that. */
  waits(
    { snapshot: { waiting } }: UploadEntry,
    reason: UploadWait["reason"],
    attempt = 0,
    error?: UploadWait["error"]
  ): UploadWait {
    return { reason, since: waiting?.reason === reason ? waiting.since : this.now(), attempt, error }
  }

  /** Moves the upload by the table; `false` when the event means nothing in its phase, and then the patch is dropped too. */
  apply(entry: UploadEntry, event: UploadEvent, patch: UploadPatch = {}): boolean {
    const phase = UploadState.next(entry.phase, event)
    if (phase === entry.phase) return false
    entry.phase = phase
    if (!moves(phase)) entry.meter.rest()
    this.publish(entry, { waiting: phase._tag === "Offline" ? this.waits(entry, "network") : undefined, ...patch })
    this.tellEnd(entry)
    return true
  }

  /** Shows the entry as it is now. */
  publish(entry: UploadEntry, patch: UploadPatch = {}): void {
    const before = entry.snapshot
    // One copy of the whole: each small file is shown some ten times.
    const shown: { -readonly [Field in keyof UploadSnapshot]: UploadSnapshot[Field] } = {
      ...before,
      ...patch,
      progress: Phase.progressOf(entry.phase),
      multipart: Phase.multipartOf(entry.phase),
      bytes: entry.meter.read(),
      speed: entry.meter.speed(),
      eta: moves(entry.phase) ? entry.meter.eta() : undefined
    }
    shown.status = statusOf(entry.phase, shown, entry.spooled)
    entry.snapshot = shown
    if (this.get(entry.id) === entry) this.totals.replace(entry, before, shown)
    this.shown(entry)
    this.tell(this.totalListeners)
  }

  protected hasEnded({ phase }: UploadEntry): boolean {
    return Phase.hasEnded(phase)
  }

  protected endingOf(entry: UploadEntry): Exit.Exit<UploadResult, UploadError> | undefined {
    // A first snapshot reads the file's name: who only waits is spared that.
    if (!this.hasEnded(entry)) return undefined
    const { error, result } = entry.snapshot
    if (entry.phase._tag === "Cancelled") return Exit.fail(new UploadCancelled({ uploadId: entry.id }))
    if (result !== undefined) return Exit.succeed(result)
    return error && Exit.fail(error)
  }
}
