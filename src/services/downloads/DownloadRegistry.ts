/**
 * All downloads of this client: the only writer of states and snapshots.
 */
import * as Exit from "effect/Exit"
import type { DownloadFailure, DownloadResult, DownloadSnapshot } from "../../domain/DownloadSnapshot.js"
import type { DownloadEvent } from "../../domain/DownloadState.js"
import * as DownloadState from "../../domain/DownloadState.js"
import { DownloadCancelled } from "../../domain/errors/TransferErrors.js"
import { TransferList } from "../transfers/TransferList.js"
import type { DownloadEntry } from "./DownloadEntry.js"

export type DownloadPatch = Partial<
  Pick<
    DownloadSnapshot,
    "archiveTaskId" | "connections" | "error" | "fileId" | "files" | "name" | "result" | "size" | "via"
  >
>

export class DownloadRegistry extends TransferList<DownloadEntry, DownloadSnapshot, DownloadResult, DownloadFailure> {
  /** Moves the download by the table; `false` when the event means nothing in its state, and then the patch is dropped too. */
  apply(entry: DownloadEntry, event: DownloadEvent, patch: DownloadPatch = {}): boolean {
    const status = DownloadState.next(entry.snapshot.status, event)
    if (status === entry.snapshot.status) return false
    if (status !== "running") entry.meter.rest()
    entry.snapshot = { ...entry.snapshot, status }
    this.publish(entry, patch)
    this.tellEnd(entry)
    return true
  }

  /** Shows the entry as it is now. */
  publish(entry: DownloadEntry, patch: DownloadPatch = {}): void {
    const { meter, snapshot } = entry
    entry.snapshot = {
      ...snapshot,
      ...patch,
      received: meter.read().sent,
      written: Math.max(snapshot.written, entry.written),
      speed: meter.speed(),
      eta: snapshot.status === "running" ? meter.eta() : undefined
    }
    this.shown(entry)
  }

  protected hasEnded({ snapshot }: DownloadEntry): boolean {
    return DownloadState.hasEnded(snapshot.status)
  }

  protected endingOf(entry: DownloadEntry): Exit.Exit<DownloadResult, DownloadFailure> | undefined {
    const { error, result, status } = entry.snapshot
    if (!this.hasEnded(entry)) return undefined
    if (status === "cancelled") return Exit.fail(new DownloadCancelled({ downloadId: entry.id }))
    if (result !== undefined) return Exit.succeed(result)
    return error && Exit.fail(error)
  }
}
