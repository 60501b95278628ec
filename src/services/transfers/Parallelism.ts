/**
 * How many parts or ranges are in flight, and what was seen of them. `src/transfer/parts/adaptWidth.ts` makes more or fewer of them,
 * `congested` half as many.
 */
import { defaultParallelParts } from "../../domain/Constants.js"

/** Bodies in flight: at first, and the bounds. */
export interface ParallelismLimits {
  readonly start: number
  readonly least: number
  readonly most: number
  /** Milliseconds. Where bodies take longer, fewer are tried: what is in flight is sent again after a stop. Default: never. */
  readonly longest?: number
}

const ofUploads: ParallelismLimits = { start: defaultParallelParts, least: 2, most: 12, longest: 10_000 }

/**
 * Those of uploads. More bodies than the transport has `connections` would only wait in it, and be sent again after a stop.
 */
export const uploadParallelism = (connections = ofUploads.most): ParallelismLimits => ({
  ...ofUploads,
  most: Math.min(ofUploads.most, connections)
})

/**
 * What was seen at the width of now, and by the step before it.
 */
export interface SeenWidth {
  /** Epoch milliseconds of the body with which the window began, and what was accepted after it. */
  start: number | undefined
  bytes: number
  bodies: number
  /** Bytes per millisecond in the window before. */
  goodput: number
  step: -1 | 0 | 1
  /** Fewer brought fewer bytes, as where each connection has a speed of its own: so many windows until fewer are tried again. */
  needed: number
}

const unseen = (): SeenWidth => ({ start: undefined, bytes: 0, bodies: 0, goodput: 0, step: 1, needed: 0 })

export class Parallelism {
  private width: number
  private fixed: number | undefined
  seen = unseen()

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

  /** The storage asks for fewer requests. */
  congested(): void {
    this.seen = { ...unseen(), step: 0 }
    this.grow(-Math.ceil(this.width / 2))
  }

  /** By so many more, or fewer, within the limits. */
  grow(more: number): void {
    this.width = Math.min(this.limits.most, Math.max(this.limits.least, this.width + more))
  }
}
