/**
 * Counts the bytes of one upload or download, and how fast they move. Plain and cheap: the byte path calls it.
 */
import type { UploadBytes } from "../../domain/UploadSnapshot.js"

/**
 * One body on its way: bytes that left count until the attempt ends, and stay counted when it ended well.
 */
export interface AttemptMeter {
  readonly sent: (bytes: number) => void
  readonly end: (accepted: boolean) => void
}

/** A burst counts half after this time. */
const halfLife = 2000

/** Without a byte for so long the speed is nothing. */
const standstill = 3000

/** Of all that wait: ten thousand of them would be a megabyte. */
const nothing: UploadBytes = { hashed: 0, sent: 0, accepted: 0, committed: 0 }

export class Meter {
  /** `Infinity` while nobody knows it. */
  size = 0
  private hashedNow = 0
  private acceptedNow = 0
  private flying = 0
  private shown = nothing
  private committed = 0
  private speedNow = 0
  private measuredAt: number | undefined
  private measuredSent = 0
  private movedAt = 0

  hash(bytes: number): void {
    this.hashedNow += bytes
  }

  /** Bytes that were accepted in an earlier run. */
  startFrom(accepted: number): void {
    this.acceptedNow = accepted
    this.flying = 0
  }

  restartHash(): void {
    this.hashedNow = 0
  }

  commit(): void {
    this.hashedNow = this.hashedNow === 0 ? 0 : this.size
    this.acceptedNow = this.size
    this.committed = this.size
  }

  attempt(size: number, moved: () => void): AttemptMeter {
    let sent = 0
    return {
      sent: (bytes) => {
        const counted = Math.min(bytes, size - sent)
        sent += counted
        this.flying += counted
        moved()
      },
      end: (accepted) => {
        this.flying -= sent
        if (accepted) this.acceptedNow += size
        moved()
      }
    }
  }

  /** The four counts: never less than shown before, never above the size. */
  read(): UploadBytes {
    const upTo = (before: number, now: number) => Math.max(before, Math.min(now, this.size))
    const { shown } = this
    const next = {
      hashed: upTo(shown.hashed, this.hashedNow),
      sent: upTo(shown.sent, this.acceptedNow + this.flying),
      accepted: upTo(shown.accepted, this.acceptedNow),
      committed: upTo(shown.committed, this.committed)
    }
    const same = next.hashed === shown.hashed && next.sent === shown.sent && next.accepted === shown.accepted &&
      next.committed === shown.committed
    if (!same) this.shown = next
    return this.shown
  }

  /** Takes the speed since the last measurement into the mean; `true` while something moves. */
  measure(now: number): boolean {
    const { sent } = this.read()
    if (this.measuredAt === undefined) {
      this.measuredAt = now
      this.measuredSent = sent
      this.movedAt = now
      return true
    }
    const elapsed = now - this.measuredAt
    if (elapsed <= 0) {
      // The clock may have been set back.
      this.measuredAt = now
      this.movedAt = Math.min(this.movedAt, now)
      return this.speedNow > 0
    }
    if (sent > this.measuredSent) this.movedAt = now
    const rate = ((sent - this.measuredSent) / elapsed) * 1000
    const keep = 2 ** (-elapsed / halfLife)
    this.speedNow = now - this.movedAt >= standstill ? 0 : this.speedNow * keep + rate * (1 - keep)
    this.measuredAt = now
    this.measuredSent = sent
    return this.speedNow > 0
  }

  /** Nothing runs: no speed, and the pause counts for nothing afterwards. */
  rest(): void {
    this.speedNow = 0
    this.measuredAt = undefined
  }

  /** Bytes per second. */
  speed(): number {
    return Math.round(this.speedNow)
  }

  /** Milliseconds to the end, where it is known. */
  eta(): number | undefined {
    const left = this.size - this.read().sent
    return this.speed() > 0 && left < Infinity ? Math.round((left / this.speedNow) * 1000) : undefined
  }
}
