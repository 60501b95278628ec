/**
 * How patient transfers are, without the code that is: services are told of it when they are built, long before anything moves.
 */
import * as Duration from "effect/Duration"

/**
 * Failures in a row without any progress of the upload, and the pauses between them (exponential with jitter). While
 * offline, the network is tried again each `offlineProbe`, because the event that it is back may never come. Who asks for a
 * longer wait than `longestRetryAfter` is left alone: the request fails with its error, which tells the wait.
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
