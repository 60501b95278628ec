/**
 * How many parts or ranges are in flight: one more while that brings more bytes per second, half when the storage asks for less.
 */
import { defaultParallelParts } from "../../domain/Constants.js"

/** Bodies in flight: at first, and the bounds. */
export interface ParallelismLimits {
  readonly start: number
  readonly least: number
  readonly most: number
}

const ofUploads: ParallelismLimits = { start: defaultParallelParts, least: 2, most: 12 }

/**
 * Those of uploads. More bodies than the transport has `connections` would only wait in it, and be sent again after a stop.
 */
export const uploadParallelism = (connections = ofUploads.most): ParallelismLimits => ({
  ...ofUploads,
  most: Math.min(ofUploads.most, connections)
})

/** One more at a time must bring this much more to be kept. */
const worthwhile = 1.05

/** What a width brings is measured over so many milliseconds at least. */
const shortestWindow = 1000

export class Parallelism {
  private width: number
  private fixed: number | undefined
  private windowStart: number | undefined
  private windowBytes = 0
  private windowBodies = 0
  private goodput = 0
  private grew = true

  constructor(readonly limits: ParallelismLimits = ofUploads) {
    this.width = limits.start
  }

  current(): number {
    return this.fixed ?? this.width
  }

  /** The caller's own number; nothing adapts any more. */
  fix(width: number): void {
    this.fixed = width
  }

  /** A body was accepted; `busy` says that more were waiting, so that the width was what limited. */
  accepted(bytes: number, now: number, busy: boolean): void {
    this.windowStart ??= now
    this.windowBytes += bytes
    this.windowBodies++
    const elapsed = now - this.windowStart
    if (elapsed < shortestWindow || this.windowBodies < this.width) return
    const goodput = this.windowBytes / elapsed
    if (busy) this.adapt(goodput)
    this.goodput = goodput
    this.restart()
  }

  /** The storage asks for fewer requests. */
  congested(): void {
    this.grew = false
    this.goodput = 0
    this.restart()
    this.set(Math.floor(this.width / 2))
  }

  private adapt(goodput: number): void {
    if (goodput > this.goodput * worthwhile) {
      const before = this.width
      this.set(this.width + 1)
      this.grew = this.width > before
    } else if (this.grew && this.width > this.limits.start) {
      // The last step brought nothing: take it back and stay.
      this.grew = false
      this.set(this.width - 1)
    }
  }

  private restart(): void {
    this.windowStart = undefined
    this.windowBytes = 0
    this.windowBodies = 0
  }

  private set(width: number): void {
    this.width = Math.min(this.limits.most, Math.max(this.limits.least, width))
  }
}
