/**
 * All uploads of this client: the only writer of phases and snapshots, so that whoever reads sees one consistent record.
 */
import * as Exit from "effect/Exit"
import { UploadCancelled } from "../../domain/errors/TransferErrors.js"
import type { UploadPhase } from "../../domain/UploadPhase.js"
import * as Phase from "../../domain/UploadPhase.js"
import type { UploadError, UploadResult, UploadSnapshot } from "../../domain/UploadSnapshot.js"
import type { UploadEvent } from "../../domain/UploadState.js"
import * as UploadState from "../../domain/UploadState.js"
import type { UploadTotals, UploadWait } from "../../domain/UploadStatus.js"
import { statusOf } from "../../domain/UploadStatus.js"
import { TransferList } from "../transfers/TransferList.js"
import type { Entry } from "./Entry.js"
import { Totals } from "./Totals.js"

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
    | "waiting"
  >
>

const moves = (phase: UploadPhase): boolean =>
  phase._tag === "Running" || phase._tag === "ComputingHash" || phase._tag === "Started" ||
  phase._tag === "UploadingParts" || phase._tag === "Done"

export class Registry extends TransferList<Entry, UploadSnapshot, UploadResult, UploadError> {
  private readonly totals = new Totals()
  private readonly totalListeners = new Set<() => void>()

  /** `now` in epoch milliseconds. */
  constructor(onDirty: () => void, onDefect: (cause: unknown) => void, private readonly now: () => number) {
    super(onDirty, onDefect)
  }

  override add(entry: Entry): void {
    this.totals.replace(undefined, entry.snapshot)
    super.add(entry)
    this.tell(this.totalListeners)
  }

  override remove(entry: Entry): void {
    if (this.get(entry.id) === entry) this.totals.replace(entry.snapshot, undefined)
    super.remove(entry)
    this.tell(this.totalListeners)
  }

  readTotals(): UploadTotals {
    return this.totals.read()
  }

  subscribeTotals(listener: () => void): () => void {
    const own = () => listener()
    this.totalListeners.add(own)
    return () => {
      this.totalListeners.delete(own)
    }
  }

  /** What the upload waits for from now on; it has waited since the first time in a row that it was for that. */
  waits(
    { snapshot: { waiting } }: Entry,
    reason: UploadWait["reason"],
    attempt = 0,
    error?: UploadWait["error"]
  ): UploadWait {
    return { reason, since: waiting?.reason === reason ? waiting.since : this.now(), attempt, error }
  }

  /** Moves the upload by the table; `false` when the event means nothing in its phase, and then the patch is dropped too. */
  apply(entry: Entry, event: UploadEvent, patch: Patch = {}): boolean {
    const phase = UploadState.next(entry.phase, event)
    if (phase === entry.phase) return false
    entry.phase = phase
    if (!moves(phase)) entry.meter.rest()
    this.publish(entry, { waiting: phase._tag === "Offline" ? this.waits(entry, "network") : undefined, ...patch })
    this.tellEnd(entry)
    return true
  }

  /** Shows the entry as it is now. */
  publish(entry: Entry, patch: Patch = {}): void {
    const shown = {
      ...entry.snapshot,
      ...patch,
      progress: Phase.progressOf(entry.phase),
      multipart: Phase.multipartOf(entry.phase),
      bytes: entry.meter.read(),
      speed: entry.meter.speed(),
      eta: moves(entry.phase) ? entry.meter.eta() : undefined
    }
    const before = entry.snapshot
    entry.snapshot = { ...shown, status: statusOf(entry.phase, shown, entry.spooled) }
    if (this.get(entry.id) === entry) this.totals.replace(before, entry.snapshot)
    this.shown(entry)
    this.tell(this.totalListeners)
  }

  protected hasEnded({ phase }: Entry): boolean {
    return Phase.hasEnded(phase)
  }

  protected endingOf(entry: Entry): Exit.Exit<UploadResult, UploadError> | undefined {
    const { error, result } = entry.snapshot
    if (!this.hasEnded(entry)) return undefined
    if (entry.phase._tag === "Cancelled") return Exit.fail(new UploadCancelled({ uploadId: entry.id }))
    if (result !== undefined) return Exit.succeed(result)
    return error === undefined ? undefined : Exit.fail(error)
  }
}
