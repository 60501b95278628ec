/**
 * Who may send next: plain data, no effects.
 *
 * An Effect semaphore wakes all of its waiters at each release (5,000 of them cost half a minute) and lets a large request
 * wait for ever behind small ones. Here a release looks at the head of each lane and at nothing else.
 */
import type { Lane, TransferLimits } from "../TransferScheduler.js"

/**
 * One request that wants to run, is running, or is gone.
 */
export interface Permit {
  readonly lane: Lane
  readonly group: string
  readonly bytes: number
  priority: number
  state: "waiting" | "granted" | "released"
  onGrant: () => void
}

export const lanes: ReadonlyArray<Lane> = ["finish", "control", "part", "hash"]

/** First come first served within a group, round robin over groups: the first group of the map is next. */
type Ring = Map<string, Set<Permit>>

/** Waiting permits of one lane, by priority. */
class LaneQueue {
  private readonly rings = new Map<number, Ring>()
  size = 0

  add(permit: Permit): void {
    const ring: Ring = this.rings.get(permit.priority) ?? new Map()
    const group = ring.get(permit.group) ?? new Set()
    this.rings.set(permit.priority, ring.set(permit.group, group.add(permit)))
    this.size++
  }

  head(): Permit | undefined {
    if (this.size === 0) return undefined
    const ring = this.rings.get(Math.max(...this.rings.keys()))
    const group = ring?.values().next().value
    return group?.values().next().value
  }

  of(group: string): ReadonlyArray<Permit> {
    return [...this.rings.values()].flatMap((ring) => [...ring.get(group) ?? []])
  }

  /** `served`: the group has had its turn and goes to the end of the ring. */
  remove(permit: Permit, served: boolean): void {
    const ring = this.rings.get(permit.priority)
    const group = ring?.get(permit.group)
    if (!ring || !group?.delete(permit)) return
    this.size--
    if (group.size === 0 || served) ring.delete(permit.group)
    if (group.size > 0 && served) ring.set(permit.group, group)
    if (ring.size === 0) this.rings.delete(permit.priority)
  }
}

/**
 * The lanes with their queues, limits and what runs in them.
 */
export class PermitQueue {
  private readonly queues: Readonly<Record<Lane, LaneQueue>> = {
    finish: new LaneQueue(),
    control: new LaneQueue(),
    part: new LaneQueue(),
    hash: new LaneQueue()
  }
  readonly running: Record<Lane, number> = { finish: 0, control: 0, part: 0, hash: 0 }
  bytes = 0
  /** Lanes that use the network grant nothing while this holds. */
  paused = false

  constructor(public limits: TransferLimits) {}

  enqueue({ bytes = 0, group, lane, priority }: {
    readonly lane: Lane
    readonly group: string
    readonly bytes?: number | undefined
    readonly priority: number
  }): Permit {
    const permit: Permit = { lane, group, bytes, priority, state: "waiting", onGrant: () => {} }
    this.queues[lane].add(permit)
    this.grant()
    return permit
  }

  /** Of requests that wait already; those that come later name their own. */
  setPriority(group: string, priority: number): void {
    for (const lane of lanes) {
      const queue = this.queues[lane]
      for (const permit of queue.of(group)) {
        queue.remove(permit, false)
        permit.priority = priority
        queue.add(permit)
      }
    }
    this.grant()
  }

  /** Gives the permit back, or takes it out of the queue. */
  release(permit: Permit): void {
    if (permit.state === "released") return
    if (permit.state === "waiting") this.queues[permit.lane].remove(permit, false)
    else {
      this.running[permit.lane]--
      this.bytes -= permit.bytes
    }
    permit.state = "released"
    this.grant()
  }

  /** Starts what fits. A head that does not fit blocks its lane, so that smaller ones behind it cannot starve it. */
  grant(): void {
    for (const lane of lanes) {
      const queue = this.queues[lane]
      for (let head = queue.head(); head !== undefined && this.fits(head); head = queue.head()) {
        queue.remove(head, true)
        head.state = "granted"
        this.running[lane]++
        this.bytes += head.bytes
        head.onGrant()
      }
    }
  }

  waiting(): Readonly<Record<Lane, number>> {
    const { control, finish, hash, part } = this.queues
    return { finish: finish.size, control: control.size, part: part.size, hash: hash.size }
  }

  private fits(permit: Permit): boolean {
    if (this.paused && permit.lane !== "hash") return false
    if (this.running[permit.lane] >= this.limits[permit.lane]) return false
    // Completes and calls carry no bytes and never wait for the budget; a request larger than all of it runs alone.
    return permit.bytes === 0 || this.bytes === 0 || this.bytes + permit.bytes <= this.limits.bytes
  }
}
