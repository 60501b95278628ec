/**
 * Bytes per second over the last minute, in quarters of a second.
 */
const slotMillis = 250

/** What is drawn. */
export const windowMillis = 60_000

const slots = windowMillis / slotMillis

/** Slots of one second: bytes are reported in lumps. */
const meanOf = 1000 / slotMillis

/** The scale changes at most so often. */
const scaleHolds = 5000

/** The next of 1, 2 and 5 times a power of ten. */
export const roundScale = (most: number): number => {
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= most) ?? power * 10
}

export class Throughput {
  private readonly bytes = new Float64Array(slots)
  private newest = -1
  private scale = 1
  private scaledAt = Number.NEGATIVE_INFINITY

  add(bytes: number, now: number): void {
    const slot = this.moveTo(now)
    this.bytes[slot % slots] = (this.bytes[slot % slots] ?? 0) + bytes
  }

  /** Bytes per second, the mean of the last second. */
  speed(now: number): number {
    return this.line(now)[slots - 2] ?? 0
  }

  /** The same for each slot, the oldest first; the last has only begun. */
  line(now: number): ReadonlyArray<number> {
    const oldest = this.moveTo(now) + 1
    let sum = 0
    return Array.from({ length: slots }, (_, index) => {
      sum += this.bytes[(oldest + index) % slots] ?? 0
      if (index >= meanOf) sum -= this.bytes[(oldest + index - meanOf) % slots] ?? 0
      return (sum * 1000) / (slotMillis * meanOf)
    })
  }

  /** The top of the scale in bytes per second. */
  top(now: number): number {
    const wanted = roundScale(Math.max(...this.line(now)))
    if (wanted > this.scale || now - this.scaledAt >= scaleHolds) {
      this.scale = wanted
      this.scaledAt = now
    }
    return this.scale
  }

  private moveTo(now: number): number {
    const slot = Math.floor(now / slotMillis)
    const from = Math.max(this.newest + 1, slot - slots + 1)
    for (let one = from; one <= slot; one++) this.bytes[one % slots] = 0
    this.newest = Math.max(this.newest, slot)
    return this.newest
  }
}
