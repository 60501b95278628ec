/**
 * The parts of one upload and their states. A byte a part, so that ten thousand cost nothing.
 */
import type { ErrorNote } from "./ErrorNote.js"

/** In the order of the way that a part goes, the exceptions last; the index is what the map stores. */
export const partStates = ["waiting", "hashed", "queued", "flight", "done", "reused", "retry", "failed"] as const

export type PartState = (typeof partStates)[number]

export type PartCounts = Readonly<Record<PartState, number>>

/** More cells than these say less, not more: then each stands for several parts. */
export const mostCells = 1500

/** Which state a cell of several parts shows: the one that somebody should see. */
const severity: Readonly<Record<PartState, number>> = {
  reused: 0,
  done: 1,
  hashed: 2,
  waiting: 3,
  queued: 4,
  flight: 5,
  retry: 6,
  failed: 7
}

const codes = Object.fromEntries(partStates.map((state, code) => [state, code])) as Record<PartState, number>

export interface PartTrouble {
  readonly tries: number
  readonly error: ErrorNote
}

export interface Cell {
  readonly state: PartState
  /** From 0 to 1, of a part on the wire. */
  readonly filled: number
  /** The first and the last part that it stands for, from 1. */
  readonly first: number
  readonly last: number
}

export class PartMap {
  readonly count: number
  /** Grows with each change. */
  version = 0
  private readonly states: Uint8Array
  private readonly filled = new Map<number, number>()
  private readonly troubles = new Map<number, PartTrouble>()
  private hashedUpTo = 0
  private seen = -1

  constructor(readonly size: number, readonly partSize: number) {
    this.count = Math.max(1, Math.ceil(size / Math.max(1, partSize)))
    this.states = new Uint8Array(this.count)
  }

  /** Bytes of one part; the last is shorter. */
  bytesOf(part: number): number {
    return Math.min(this.partSize, this.size - (part - 1) * this.partSize)
  }

  /** What is known of a part; parts that were read and are not asked for yet are `hashed`. */
  stateOf(part: number): PartState {
    const state = partStates[this.states[part - 1] ?? 0] ?? "waiting"
    return state === "waiting" && part <= this.hashedUpTo ? "hashed" : state
  }

  troubleOf(part: number): PartTrouble | undefined {
    return this.troubles.get(part)
  }

  set(part: number, state: PartState): void {
    if (part < 1 || part > this.count) return
    this.states[part - 1] = codes[state]
    if (state !== "flight") this.filled.delete(part)
    this.version++
  }

  fill(part: number, share: number): void {
    this.filled.set(part, share)
    this.version++
  }

  trouble(part: number, trouble: PartTrouble): void {
    this.troubles.set(part, trouble)
  }

  /** So many bytes from the start were read. */
  hashed(bytes: number): void {
    const parts = bytes >= this.size ? this.count : Math.floor(bytes / this.partSize)
    if (parts === this.hashedUpTo) return
    this.hashedUpTo = parts
    this.version++
  }

  /** What the storage has, for those who look when parts have been sent already. */
  learn(stored: ReadonlyMap<number, unknown>, found: ReadonlySet<number>): void {
    if (stored.size === this.seen) return
    this.seen = stored.size
    for (const part of stored.keys()) {
      const state = this.stateOf(part)
      if (state === "waiting" || state === "hashed") this.set(part, found.has(part) ? "reused" : "done")
    }
  }

  /** All that was not seen to the end is done: the upload is. */
  finish(): void {
    for (let part = 1; part <= this.count; part++) {
      if (this.stateOf(part) !== "reused") this.set(part, "done")
    }
  }

  counts(): PartCounts {
    const counts: Record<PartState, number> = {
      waiting: 0,
      hashed: 0,
      queued: 0,
      flight: 0,
      done: 0,
      reused: 0,
      retry: 0,
      failed: 0
    }
    for (let part = 1; part <= this.count; part++) counts[this.stateOf(part)]++
    return counts
  }

  /** Parts that one cell stands for. */
  partsPerCell(): number {
    return Math.ceil(this.count / mostCells)
  }

  cells(): ReadonlyArray<Cell> {
    const each = this.partsPerCell()
    return Array.from({ length: Math.ceil(this.count / each) }, (_, index) => {
      const first = index * each + 1
      const last = Math.min(this.count, first + each - 1)
      let shown = first
      for (let part = first + 1; part <= last; part++) {
        if (severity[this.stateOf(part)] > severity[this.stateOf(shown)]) shown = part
      }
      return { state: this.stateOf(shown), filled: this.filled.get(shown) ?? 0, first, last }
    })
  }

  /** Neighbours of the same state as one line, for the table. */
  runs(): ReadonlyArray<{ readonly first: number; readonly last: number; readonly state: PartState }> {
    const runs: Array<{ first: number; last: number; state: PartState }> = []
    for (let part = 1; part <= this.count; part++) {
      const state = this.stateOf(part)
      const last = runs[runs.length - 1]
      if (last?.state === state) last.last = part
      else runs.push({ first: part, last: part, state })
    }
    return runs
  }
}
