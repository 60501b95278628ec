/**
 * How an upload asks for something: when it is its turn, for a limited time, and again when that may help.
 */
import * as Effect from "effect/Effect"
import type { TransportError } from "../../domain/errors/TransportError.js"
import type { WatchdogLimits } from "../../services/transfers/RetryPolicy.js"
import type { Lane } from "../../services/TransferScheduler.js"
import { TransferScheduler } from "../../services/TransferScheduler.js"
import type { Failure } from "./Failure.js"
import type { RetryHooks } from "./RetryHooks.js"
import { withTimeLimit } from "./Watchdog.js"
import { watchRequest } from "./watchRequest.js"
import { withRetry } from "./withRetry.js"

/**
 * Who asks. `id` is its group among those who wait; the priority is read when it asks, because it may change meanwhile.
 */
export interface Requester {
  readonly id: string
  readonly hooks: RetryHooks
  readonly priority: () => number
  readonly limits: WatchdogLimits
}

/**
 * What is asked, for the error that says that no answer came. `limit`: which limit holds, `answer` unless said; with `own` the effect
 * has limits of its own.
 */
export interface Call {
  readonly method: string
  readonly path: string
  readonly limit?: "answer" | "complete" | "own" | undefined
}

/**
 * Runs the effect once, when its lane has room for this upload.
 */
export const inTurn = <A, E, R>(
  { hooks, id, priority }: Pick<Requester, "id" | "priority"> & { readonly hooks?: Pick<RetryHooks, "watch"> },
  place: { readonly lane: Lane; readonly bytes?: number | undefined },
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | TransferScheduler> =>
  Effect.flatMap(TransferScheduler, (scheduler) => {
    const watch = hooks?.watch
    watch?.queued(place.lane)
    const begun = watch === undefined ? effect : Effect.zipRight(Effect.sync(watch.started), effect)
    return scheduler.withPermit({ ...place, group: id, priority: priority() })(begun)
  })

/**
 * Runs the effect until it succeeds or cannot be helped; each attempt waits for its turn, and is broken off when its time is over.
 * Without a `call` it may take as long as it likes.
 */
export const makeRequest = <A, E extends Failure, R>(
  requester: Requester,
  lane: Lane,
  call: Call | undefined,
  effect: Effect.Effect<A, E, R>
) =>
  Effect.suspend(() => {
    const watched = call === undefined
      ? requester
      : watchRequest(requester, { kind: "call", method: call.method, path: call.path, bytes: 0 })
    const limited = call === undefined ? effect : withCallLimit(requester, call)(effect)
    return withRetry(watched.hooks, inTurn(watched, { lane }, limited))
  })

/**
 * Breaks the effect off when its time is over.
 */
export const withCallLimit =
  ({ limits }: Pick<Requester, "limits">, { method, path, limit = "answer" }: Call) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | TransportError, R> =>
    limit === "own" ? effect : withTimeLimit(limits[limit], { method, path })(effect)
