/**
 * When reads of a drive are retried: as their errors say.
 *
 * @since 1.0.7
 */
import type { DefaultOptions } from "@tanstack/react-query"
import { isDriveError } from "../promise/DriveError.js"

const mostRetries = 3

const longestPause = 30_000

/**
 * A repeat may help, and needs nobody for it.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isWorthAnother = (error: unknown): boolean =>
  isDriveError(error) && ["now", "later", "afterRefresh"].includes(error.retry)

const retryAfterOf = (error: unknown): number =>
  isDriveError(error) && "retryAfter" in error ? Number(error.retryAfter) || 0 : 0

const bugs = new WeakSet<object>()

/**
 * Remembers that this was thrown by a bug, not by the drive or the reader's own effect.
 *
 * @since 1.0.7
 * @category combinators
 */
export const markBug = (cause: unknown): unknown => {
  if (typeof cause === "object" && cause !== null) bugs.add(cause)
  return cause
}

/**
 * Bugs belong to the error boundary.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isBug = (error: unknown): boolean => typeof error === "object" && error !== null && bugs.has(error)

/**
 * Defaults for a `QueryClient` that reads from a drive. Requests are retried if the error says so, after the time that
 * it names. After a sign-in, and when the network is back, reads are refreshed automatically. Errors that are not in
 * the catalogue go to the error boundary.
 *
 * @since 1.0.7
 * @category constants
 */
export const driveQueryDefaults: DefaultOptions = {
  queries: {
    retry: (failures, error) => failures < mostRetries && isWorthAnother(error),
    retryDelay: (failures, error) => Math.max(retryAfterOf(error), Math.min(longestPause, 1000 * 2 ** failures)),
    throwOnError: (error) => !isDriveError(error),
    staleTime: 30_000
  },
  // the drive itself says that it is offline
  mutations: { networkMode: "always", throwOnError: (error) => !isDriveError(error) }
}
