/**
 * A service with so many requests a second, one front door for the product API and the storage. Plain data in virtual time: it says
 * when a request would be answered, and keeps an account of all that came.
 */

/** What the service is like for a while. */
export interface Weather {
  /** Share of its capacity that is left. */
  readonly capacity: number
  /** Milliseconds on top of each answer. */
  readonly slow: number
  /** Nobody answers: connections are refused. */
  readonly isDown: boolean
  /** Seconds of the Retry-After that every second refusal carries; the others carry none. */
  readonly retryAfter: number | undefined
}

export const fair: Weather = { capacity: 1, slow: 0, isDown: false, retryAfter: undefined }

export interface ServiceOptions {
  /** Requests a second. */
  readonly capacity: number
  /** Milliseconds of work that may be queued; whoever would wait longer is refused with 503. */
  readonly patience: number
  /** Milliseconds of the way there and back. */
  readonly roundTrip: number
  /** `at` in milliseconds from the start. */
  readonly weather: (at: number) => Weather
}

/** A client is given a minute to find out that the service is down, in milliseconds. */
const toKnow = 60_000

/** What becomes of a request, `after` milliseconds. */
export type Reception =
  | { readonly _tag: "Unreachable"; readonly after: number }
  | { readonly _tag: "Refused"; readonly after: number; readonly retryAfter: number | undefined }
  | { readonly _tag: "Served"; readonly after: number }

export class ServiceModel {
  /** Requests that came, by second, whatever became of them. */
  readonly arrivals: Array<number> = []
  /** When a client first found the service down, milliseconds from the start. */
  private readonly foundAt: Float64Array
  /** Requests of a client while the service was down, from a minute after it had found out. */
  readonly whileDown: Uint32Array
  served = 0
  refused = 0
  unreachable = 0
  /** Requests served that had been served before: the same work done again. */
  again = 0
  private readonly done = new Set<string>()
  private busyUntil = 0
  private refusals = 0

  constructor(readonly options: ServiceOptions, clients: number) {
    this.foundAt = new Float64Array(clients).fill(Number.POSITIVE_INFINITY)
    this.whileDown = new Uint32Array(clients)
  }

  /** Minutes in which a client knew of an outage that ended then (milliseconds from the start). */
  minutesKnown(client: number, end: number): number {
    return Math.max(0, end - (this.foundAt[client] ?? end) - toKnow) / 60_000
  }

  /**
   * A request of a client at a time, in milliseconds from the start. `work` names what it does; work without a name is new each time.
   */
  receive(at: number, client: number, work: string | undefined): Reception {
    const second = Math.floor(at / 1000)
    this.arrivals[second] = (this.arrivals[second] ?? 0) + 1
    const { capacity, patience, roundTrip, weather } = this.options
    const { capacity: share, isDown, retryAfter, slow } = weather(at)
    if (isDown) {
      this.unreachable++
      this.foundAt[client] = Math.min(this.foundAt[client] ?? at, at)
      if (at > (this.foundAt[client] ?? at) + toKnow) this.whileDown[client] = (this.whileDown[client] ?? 0) + 1
      return { _tag: "Unreachable", after: roundTrip }
    }
    const start = Math.max(at, this.busyUntil)
    if (start - at > patience) {
      this.refused++
      return { _tag: "Refused", after: roundTrip, retryAfter: this.refusals++ % 2 === 0 ? retryAfter : undefined }
    }
    this.busyUntil = start + 1000 / (capacity * share)
    this.served++
    if (work !== undefined) {
      if (this.done.has(work)) this.again++
      this.done.add(work)
    }
    return { _tag: "Served", after: this.busyUntil - at + roundTrip + slow }
  }
}
