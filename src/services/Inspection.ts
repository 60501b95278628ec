/**
 * What a drive shows of its work to whoever looks. Nobody looks unless an inspector is open: then `observer` is set, and the code that
 * makes requests reports each to it. No report holds a secret: no address with its query, no header, no key.
 *
 * @since 1.0.7
 */
import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { SpaceId } from "../domain/Ids.js"
import type { StorageCredential } from "../domain/StorageCredential.js"
import type { ApiRequest } from "./DriveApi.js"
import type { Lane, TransferScheduler } from "./TransferScheduler.js"

/**
 * A request that is about to be made, with all its tries. `owner` is the id of the upload or download that it belongs to, `path` comes
 * without a query, `part` counts from 1, `bytes` is the size of its body.
 *
 * @since 1.0.7
 * @category models
 */
export interface RequestToWatch {
  readonly owner: string
  readonly kind: "part" | "whole" | "range" | "call"
  readonly method: string
  readonly path: string
  readonly part?: number | undefined
  readonly bytes: number
}

/**
 * Hears of one request. `queued` and `started` come for each try, `failed` after one, `waits` before the next; `until` in epoch
 * milliseconds where it is known. `ended` comes once: with nothing, with the error that is left, or with `left` when the transfer was
 * stopped.
 *
 * @since 1.0.7
 * @category models
 */
export interface RequestWatch {
  readonly queued: (lane: Lane) => void
  readonly started: () => void
  readonly moved: (bytes: number) => void
  readonly answered: (status: number) => void
  /** The signed address that is used ends then, epoch milliseconds. */
  readonly addressed: (expiresAt: number) => void
  readonly failed: (error: ObservedError) => void
  readonly waits: (reason: ObservedWait, until: number | undefined) => void
  readonly ended: (outcome: ObservedError | "left" | undefined) => void
  /** Around what the request does, so that a call of the product API in it is known as a part of it. */
  readonly around: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * @since 1.0.7
 * @category models
 */
export type ObservedError = Error & { readonly _tag: string }

/**
 * @since 1.0.7
 * @category models
 */
export type ObservedWait = "foreignAnswer" | "offline" | "retry" | "server" | "signIn"

/**
 * The parts of one upload. `stored` are those that the storage has by now: it grows. `found` were there before this run began.
 *
 * @since 1.0.7
 * @category models
 */
export interface PartsToWatch {
  readonly owner: string
  readonly size: number
  readonly partSize: number
  readonly stored: ReadonlyMap<number, unknown>
  readonly found: ReadonlySet<number>
}

/**
 * @since 1.0.7
 * @category models
 */
export interface Observer {
  readonly request: (request: RequestToWatch) => RequestWatch
  readonly parts: (parts: PartsToWatch) => void
  /** Watches a call of the product API. */
  readonly call: <A, E, R>(
    request: Pick<ApiRequest<never, never>, "method" | "operation" | "path">,
    call: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
}

/**
 * One a drive. What is not an observer is there to be read at any time.
 *
 * @since 1.0.7
 * @category models
 */
export interface Inspection {
  observer?: Observer | undefined
  scheduler?: Pick<TransferScheduler.Service, "limits" | "usage"> | undefined
  /** Parts of uploads that are being sent, by upload. */
  parts?: Map<string, PartsToWatch> | undefined
  credentials?: {
    /** A credential is renewed so long before its end. */
    readonly ahead: Duration.Duration
    readonly held: () => ReadonlyMap<SpaceId, StorageCredential>
  } | undefined
}

const isObserved = (error: unknown): error is ObservedError => error instanceof Error && "_tag" in error

/**
 * Tells how a request has ended; without an error of its own it was left.
 */
export const tellEnd = (watch: RequestWatch, exit: Exit.Exit<unknown, unknown>): Effect.Effect<void> =>
  Effect.sync(() => {
    if (Exit.isSuccess(exit)) return watch.ended(undefined)
    watch.ended(Option.getOrElse(Option.filter(Cause.failureOption(exit.cause), isObserved), () => "left" as const))
  })
