/**
 * What the files of a folder add up to: running totals, so that news of one file costs the same among ten as among ten thousand.
 */
import type { UploadSnapshot } from "../../domain/UploadSnapshot.js"
import type { FolderFailure, FolderReport, FolderSnapshot } from "../FolderUploads.js"

/**
 * What one file has put into the totals.
 */
export interface Share {
  size: number
  hashed: number
  sent: number
  accepted: number
  committed: number
  speed: number
  /** Bytes that are still to come; none once the file has ended, however it did. */
  remaining: number
}

export const emptyShare = (): Share => ({
  size: 0,
  hashed: 0,
  sent: 0,
  accepted: 0,
  committed: 0,
  speed: 0,
  remaining: 0
})

const monotonic = ["hashed", "sent", "accepted", "committed"] as const

export class FolderTally {
  private readonly total = emptyShare()
  readonly failed: Array<FolderFailure> = []
  readonly leftOut: Array<string> = []
  reading = true
  folders = 0
  files = 0
  succeeded = 0
  rapid = 0
  skipped = 0

  /** Counts what has moved since this share was last counted; counts of bytes never go back. */
  count(share: Share, snapshot: UploadSnapshot): void {
    const size = snapshot.size ?? share.size
    for (const key of monotonic) this.set(share, key, Math.max(share[key], snapshot.bytes[key]))
    this.set(share, "size", size)
    this.set(share, "speed", snapshot.speed)
    this.set(share, "remaining", size - share.accepted)
  }

  /** The file has ended: nothing of it moves any more. */
  rest(share: Share): void {
    this.set(share, "speed", 0)
    this.set(share, "remaining", 0)
  }

  progress(): Omit<FolderSnapshot, "id" | "spaceId" | "parentFileId" | "status" | "error"> {
    const { accepted, committed, hashed, remaining, sent, size, speed } = this.total
    return {
      reading: this.reading,
      folders: this.folders,
      files: this.files,
      succeeded: this.succeeded,
      rapid: this.rapid,
      skipped: this.skipped,
      failed: this.failed.length,
      bytes: { total: size, hashed, sent, accepted, committed },
      speed,
      eta: this.reading || speed <= 0 ? undefined : remaining / speed * 1000
    }
  }

  report(): FolderReport {
    const { failed, files, folders, leftOut, rapid, skipped, succeeded } = this
    const bytes = this.total.committed
    return { folders, files, bytes, succeeded, rapid, skipped, failed: [...failed], leftOut: [...leftOut] }
  }

  private set(share: Share, key: keyof Share, value: number): void {
    this.total[key] += value - share[key]
    share[key] = value
  }
}
