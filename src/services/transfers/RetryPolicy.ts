/**
 * When transfers retry and when they fail: only the numbers. Services get them when they are built, long before the
 * code that waits is loaded. What is given of them is laid over the defaults.
 */
import * as Duration from "effect/Duration"

type GivenValue<V> = V extends Duration.Duration ? Duration.DurationInput
  : V extends (...args: never) => unknown ? V
  : V extends object ? Given<V>
  : V

/**
 * What may be given of a tuning: any part of it, and times in any form.
 */
export type Given<T> = { readonly [K in keyof T]?: GivenValue<T[K]> | undefined }

const over = (usual: unknown, value: unknown): unknown => {
  if (value === undefined) return usual
  if (Duration.isDuration(usual)) return Duration.decode(value as Duration.DurationInput)
  return typeof usual === "object" ? withDefaults({ ...usual }, { ...value as object }) : value
}

/**
 * The tuning, in which what was left out is as in the defaults, at any depth.
 */
export const withDefaults = <T extends object>(defaults: T, given: Given<T>): T => {
  const tuning = { ...defaults } as Record<string, unknown>
  for (const [name, value] of Object.entries(given)) tuning[name] = over(tuning[name], value)
  // the loop keeps the names and kinds of the defaults
  return tuning as T
}

/**
 * When a failed request of a transfer is retried.
 *
 * - `failures`: after how many failures in a row, without progress, the transfer fails. Infinity: never. Default: 8,
 * but failures of a host that has answered before and is down do not count; `longestOutage` limits those.
 * - `firstPause`, `longestPause`: the pauses between attempts grow from the first to the longest, with jitter. Defaults
 * 1 s and 30 s.
 * - `longestRetryAfter`: a request fails if the server's Retry-After is longer. The error contains it. Default 5
 * minutes.
 * - `offlineProbe`: how often the network is tried while offline, because the browser's or system's event may never
 * come. Also the longest pause, before a random part, until a host in trouble is asked again; two thirds of it if the
 * host refuses (429, 503). Default 60 s.
 * - `longestOutage`: how long a request waits, without progress of its transfer, for a host that is down. Then it fails
 * with its last error. Time in which the machine is offline or asleep does not count. Default: 30 minutes, and without
 * limit if `failures` is given.
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
 * After how long a stalled request is aborted.
 *
 * - `connect`: until the first byte is sent; a browser queues requests to one host. Default 2 minutes.
 * - `idle`: without a byte after the first. Default 30 s.
 * - `answer`: without an answer after the last byte, and for control calls. Default 60 s.
 * - `complete`: while the storage completes a multipart upload. Default 10 minutes.
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
