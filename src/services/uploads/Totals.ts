/**
 * All uploads of the list together, kept up with each change of one, so that reading them costs the same for ten uploads and for ten
 * thousand.
 */
import type { UploadSnapshot } from "../../domain/UploadSnapshot.js"
import type { UploadStatusTag, UploadTotals } from "../../domain/UploadStatus.js"
import { noCounts } from "../../domain/UploadStatus.js"

/** What is to be sent, and how much of it was; a cancelled upload is no part of either. */
const bytesOf = ({ bytes, size = 0, status }: UploadSnapshot): readonly [number, number] =>
  status._tag === "cancelled" ? [0, 0] : [status._tag === "done" ? size : bytes.sent, size]

export class Totals {
  private readonly counts: Record<UploadStatusTag, number> = { ...noCounts }
  private sent = 0
  private size = 0
  private speed = 0
  private shown: UploadTotals | undefined

  /** One snapshot takes the place of another; without one the upload came or went. */
  replace(before: UploadSnapshot | undefined, after: UploadSnapshot | undefined): void {
    this.count(before, -1)
    this.count(after, 1)
    this.shown = undefined
  }

  read(): UploadTotals {
    const { sent, size, speed } = this
    const eta = speed > 0 ? Math.round(((size - sent) / speed) * 1000) : undefined
    return this.shown ??= { counts: { ...this.counts }, sent, size, speed, eta }
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
