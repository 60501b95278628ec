/**
 * What is known of one host, and whose turn it is there. Plain data, no effects; times are epoch milliseconds.
 *
 * While a host answers, the gate is open and knows nobody. When it is in trouble, all wait, and one at a time goes to see. When it
 * answers again two may go, then four, until the gate is open. A host that has refused, or answers slowly, has too much to do: there one
 * more may go after each answer. One that was slow before its gate was there is met in the same way.
 */
import * as Duration from "effect/Duration"
import { slowAnswer } from "../../services/KnownHosts.js"
import type { RetryPolicy } from "../../services/transfers/RetryPolicy.js"

/** A single failure, such as a connection that was cut, says nothing of the host. */
const evidence = 3

/** So many at once are as good as all. */
const wideOpen = 16

/**
 * The share of the longest pause for a host that refuses, which is there: with chance it is asked once a minute on average. With all of it
 * clients come one by one, up to two minutes after it can take them all.
 */
const refusedShare = 2 / 3

/**
 * The first pause of a host that refuses is at least so many times what its last answer took: it has as much to do as then. In all no more
 * than so many milliseconds, because the answer to a large body takes the time of its sending too.
 */
const timesAnswer = 2
const longestFirstPause = 10_000

/**
 * The first pause and the longest; between them they double. A host that asks for more than `longestRetryAfter` gets that.
 */
export type GatePauses = Pick<RetryPolicy, "firstPause" | "longestRetryAfter" | "offlineProbe">

/**
 * A request that did not go well. `asked`: the host itself asks to be left alone, for so many milliseconds if it says so. `chance`: from
 * 0 to 1, so that clients that failed together do not come back together.
 */
export interface HostFailure {
  readonly startedAt: number
  readonly now: number
  readonly asked: number | undefined
  readonly chance: number
  readonly pauses: GatePauses
}

/**
 * Somebody's place in the line before the gate.
 */
export interface Turn {
  granted: boolean
  onGrant: () => void
}

export class HostGate {
  /** Whether it has answered this client at all: else its address may be wrong. */
  hasAnswered = false
  failures = 0
  /** Failures of all time. */
  missed = 0
  closedUntil = 0
  private room: number
  /** By the host itself, which has too much to do. */
  private wasRefused = false
  private held = 0
  /** Requests of transfers on their way. */
  private underway = 0
  private lastFailure = 0
  private seen = 0
  private readonly line = new Set<Turn>()

  /** `took`: milliseconds of its last answer, where there was one before. */
  constructor(private took = 0) {
    this.room = this.isSlow ? 1 : wideOpen
  }

  get isOpen(): boolean {
    return this.room >= wideOpen
  }

  private get isSlow(): boolean {
    return this.took > slowAnswer
  }

  /**
   * Whether a request of a transfer may be made, which then is under way: one for each that has its turn. Which of them sends it does
   * not matter, because some calls are made by one for several.
   */
  sends(now: number): boolean {
    this.follow(now)
    const may = this.isOpen || (now >= this.closedUntil && this.underway < this.held)
    if (may) this.underway++
    return may
  }

  ended(now: number): void {
    this.underway--
    this.grant(now)
  }

  answered(startedAt: number, now: number): void {
    this.follow(now)
    this.hasAnswered = true
    this.took = now - startedAt
    if (this.isOpen) {
      this.failures = 0
      return
    }
    if (this.wasRefused) {
      // It was taken before the host asked to be left alone.
      if (startedAt < this.lastFailure) return
      this.failures = Math.max(0, this.failures - 1)
      this.room++
    } else {
      this.failures >>= 1
      this.room += this.isSlow ? 1 : this.room
    }
    this.closedUntil = now
    if (this.isOpen) this.failures = 0
    this.grant(now)
  }

  failed({ asked, chance, now, pauses, startedAt }: HostFailure): void {
    this.follow(now)
    // It was on its way when the last one failed, and tells nothing new.
    if (startedAt < this.lastFailure) return
    this.lastFailure = now
    this.wasRefused = asked !== undefined
    this.failures++
    this.missed++
    if (this.isOpen && !this.wasRefused && this.failures < evidence) return
    const { firstPause, longestRetryAfter, offlineProbe } = pauses
    const longest = Duration.toMillis(offlineProbe) * (this.wasRefused ? refusedShare : 1)
    const busy = this.wasRefused ? Math.min(timesAnswer * this.took, longestFirstPause) : 0
    const first = Math.max(Duration.toMillis(firstPause), busy)
    const grown = Math.min(longest, first * 2 ** (this.failures - 1))
    this.room = 1
    this.closedUntil = now + Math.max(Math.min(asked ?? 0, Duration.toMillis(longestRetryAfter)), grown) +
      chance * grown
  }

  enqueue(now: number): Turn {
    const turn: Turn = { granted: false, onGrant: () => {} }
    this.line.add(turn)
    this.grant(now)
    return turn
  }

  /** Gives the place back, whether its turn had come or not. */
  release(turn: Turn, now: number): void {
    if (turn.granted) this.held--
    this.line.delete(turn)
    this.grant(now)
  }

  /** Lets those go whose turn has come. */
  grant(now: number): void {
    this.follow(now)
    if (now < this.closedUntil) return
    for (const turn of this.line) {
      if (!this.isOpen && Math.max(this.held, this.underway) >= this.room) return
      this.line.delete(turn)
      this.held++
      turn.granted = true
      turn.onGrant()
    }
  }

  /** A clock that is set back takes with it what was to be at a time of before. */
  private follow(now: number): void {
    const back = Math.max(0, this.seen - now)
    this.seen = now
    this.closedUntil -= back
    this.lastFailure -= back
  }
}
