/**
 * All uploads of this client: the only writer of phases and snapshots, so that whoever reads sees one consistent record.
 */
import * as Deferred from "effect/Deferred"
import * as Exit from "effect/Exit"
import { UploadCancelled } from "../../domain/errors/TransferErrors.js"
import type { UploadPhase } from "../../domain/UploadPhase.js"
import * as Phase from "../../domain/UploadPhase.js"
import type { UploadError, UploadResult, UploadSnapshot } from "../../domain/UploadSnapshot.js"
import type { UploadEvent } from "../../domain/UploadState.js"
import * as UploadState from "../../domain/UploadState.js"
import { WatchedList } from "../engine/WatchedList.js"
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
  if (!Phase.hasEnded(entry.phase)) return undefined
  if (entry.phase._tag === "Cancelled") return Exit.fail(new UploadCancelled({ uploadId: entry.id }))
  if (result !== undefined) return Exit.succeed(result)
  return error === undefined ? undefined : Exit.fail(error)
}

const moves = (phase: UploadPhase): boolean =>
  phase._tag === "Running" || phase._tag === "ComputingHash" || phase._tag === "Started" ||
  phase._tag === "UploadingParts" || phase._tag === "Done"

export class Registry extends WatchedList<Entry> {
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
    entry.snapshot = {
      ...entry.snapshot,
      ...patch,
      progress: Phase.progressOf(entry.phase),
      multipart: Phase.multipartOf(entry.phase),
      bytes: entry.meter.read(),
      speed: entry.meter.speed(),
      eta: moves(entry.phase) ? entry.meter.eta() : undefined
    }
    this.shown(entry)
  }
}
