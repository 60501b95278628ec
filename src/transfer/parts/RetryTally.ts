/**
 * What has happened to one request, and how much of it its caller bears.
 */
import * as Duration from "effect/Duration"
import type { RetryPolicy } from "../../services/transfers/RetryPolicy.js"
import { defaultFailures, defaultOutage } from "../../services/transfers/RetryPolicy.js"
import type { HostGate } from "../hosts/HostGate.js"
import type { Failure } from "./Failure.js"
import { isExpired, retryAfterOf } from "./Failure.js"

/** How often what has happened to one request, since it or its upload last moved. */
export interface RetryTally {
  /** Its own, and those that it has waited through at a gate. */
  failures: number
  /** Of those, for how many the request may fail. */
  counted: number
  /** Answers of something between here and the service. */
  foreign: number
  refreshes: number
  /** Errors that get one more chance: a clock that was corrected, a part whose bytes were damaged on the way. */
  repeats: number
  progress: number
  /** For a network, a sign-in, or something between here and the service: the transfer was told, and hears of the next answer. */
  waited?: boolean
  /** Before it was made again: the same. */
  paused?: boolean
  /** Milliseconds at the gates of hosts in trouble. */
  atGate: number
  /** It has waited there for too long. */
  gaveUp?: boolean
}

/** As after progress. */
export const noFailures = () => ({ failures: 0, counted: 0, foreign: 0, repeats: 0, atGate: 0 })

/** So many failures more, of the host in trouble where there is a gate. */
export const addFailures = (policy: RetryPolicy, tally: RetryTally, count: number, gate?: HostGate): void => {
  tally.failures += count
  // It has answered before and will again, as a network will that is lost, unless the caller has set a bound.
  if (gate?.hasAnswered && policy.failures === undefined) return
  tally.counted += count
  // Its address may be wrong, which the next one need not find out anew.
  if (gate?.hasAnswered === false) tally.counted = Math.max(tally.counted, gate.failures)
}

export const mostFailures = ({ failures = defaultFailures }: RetryPolicy): number => failures

/** Milliseconds. Where the caller has bounded failures, those alone are bounded. */
export const longestAtGate = ({ failures, longestOutage }: RetryPolicy): number =>
  Duration.toMillis(longestOutage ?? (failures === undefined ? defaultOutage : Duration.infinity))

/** So many fresh credentials in a row: one that is refused as well is no matter of time. */
const mostRefreshes = 2

const getsOneMoreChance = (error: Failure): boolean => error.retry === "now" || error._tag === "IntegrityError"

/**
 * Counts the error, and says whether the request ends with it.
 */
export const givesUp = (policy: RetryPolicy, tally: RetryTally, error: Failure): boolean => {
  if (error.retry === "never" || error.retry === "restart") return true
  if (isExpired(error)) return ++tally.refreshes > mostRefreshes
  tally.refreshes = 0
  if (retryAfterOf(error) > Duration.toMillis(policy.longestRetryAfter)) return true
  if (getsOneMoreChance(error)) return ++tally.repeats > 1
  return tally.counted >= mostFailures(policy)
}
