/**
 * How patient transfers are: the numbers alone. Services get them when they are built, long before the code that waits is loaded.
 */
import * as Duration from "effect/Duration"

/**
 * When a failed request of a transfer is made again.
 *
 * - `failures`: how many in a row, without progress of the transfer, until it fails. Infinity: never. Left out: 8, but the failures of
 *   a host that has answered before and is in trouble now do not count. `longestOutage` bounds those.
 * - `firstPause`, `longestPause`: the pauses between them grow from the one to the other, with jitter. Defaults 1 s and 30 s.
 * - `longestRetryAfter`: a request fails when the server asks for a longer wait. The error tells that wait. Default 5 minutes.
 * - `offlineProbe`: how often the network is tried while offline, because the event that it is back may never come. Default 60 s.
 * - `longestOutage`: how long a request waits, without progress of its transfer, for a host that is in trouble. Then it fails with its
 *   last error. Time in which the machine is offline or asleep does not count. Left out: 30 minutes, and for ever where `failures` is
 *   given.
 */
export interface RetryPolicy {
  readonly failures?: number | undefined
  readonly firstPause: Duration.Duration
  readonly longestPause: Duration.Duration
  readonly longestRetryAfter: Duration.Duration
  readonly offlineProbe: Duration.Duration
  readonly longestOutage?: Duration.Duration | undefined
}

export const defaultRetryPolicy: RetryPolicy = {
  firstPause: Duration.seconds(1),
  longestPause: Duration.seconds(30),
  longestRetryAfter: Duration.minutes(5),
  offlineProbe: Duration.seconds(60)
}

/** What holds where a policy leaves it to us. */
export const defaultFailures = 8

export const defaultOutage = Duration.minutes(30)

/**
 * After how long a request that stands still is broken off.
 *
 * - `connect`: until the first byte leaves; a browser queues requests to one host. Default 2 minutes.
 * - `idle`: without a byte after the first. Default 30 s.
 * - `answer`: without an answer after the last byte, and for control calls. Default 60 s.
 * - `complete`: while the storage joins the parts. Default 10 minutes.
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
