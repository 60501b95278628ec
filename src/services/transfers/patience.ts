/**
 * How patient transfers are: the numbers alone. Services get them when they are built, long before the code that waits is loaded.
 */
import * as Duration from "effect/Duration"

/**
 * `failures`: how many in a row, without any progress of the transfer, until it fails. The pauses between them grow from `firstPause`
 * to `longestPause` (exponential with jitter). `longestRetryAfter`: a server that asks for a longer wait is not asked again, and the
 * request fails with the error that tells the wait. `offlineProbe`: while offline the network is tried again so often, because the
 * event that it is back may never come.
 */
export interface RetryPolicy {
  readonly failures: number
  readonly firstPause: Duration.Duration
  readonly longestPause: Duration.Duration
  readonly longestRetryAfter: Duration.Duration
  readonly offlineProbe: Duration.Duration
}

export const defaultRetryPolicy: RetryPolicy = {
  failures: 8,
  firstPause: Duration.seconds(1),
  longestPause: Duration.seconds(30),
  longestRetryAfter: Duration.minutes(5),
  offlineProbe: Duration.seconds(60)
}

/**
 * `connect`: until the first byte leaves (a browser queues requests to one host); `idle`: without a byte after the first;
 * `answer`: after the last byte, and for control calls; `complete`: the storage joins the parts.
 */
export interface WatchdogLimits {
  readonly connect: Duration.Duration
  readonly idle: Duration.Duration
  readonly answer: Duration.Duration
  readonly complete: Duration.Duration
}

export const defaultWatchdogLimits: WatchdogLimits = {
  connect: Duration.minutes(2),
  idle: Duration.seconds(30),
  answer: Duration.seconds(60),
  complete: Duration.minutes(10)
}
