/**
 * What components read from a drive: plain data by key, fetched once for all who show it. Knows nothing of React.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { DriveClient, DriveServices } from "../promise/DriveClient.js"

/**
 * What a query or a mutation runs: a promise of the drive, or an Effect over its services. It must heed the signal,
 * which is aborted when nobody waits for the result any more.
 *
 * @since 1.0.7
 * @category models
 */
export type Work<A> = Effect.Effect<A, unknown, DriveServices> | Promise<A>

/**
 * @since 1.0.7
 * @category models
 */
export interface QueryState<A> {
  readonly status: "pending" | "success" | "error"
  /** Stays while a refetch runs, and when it fails. */
  readonly data: A | undefined
  readonly error: unknown
  readonly isFetching: boolean
}

/**
 * @since 1.0.7
 * @category models
 */
export type Read<A> = (drive: DriveClient, options: { readonly signal: AbortSignal }) => Work<A>

interface Query {
  state: QueryState<unknown>
  read: Read<unknown>
  flight: AbortController | undefined
  readonly listeners: Set<() => void>
}

/**
 * @since 1.0.7
 * @category models
 */
export interface Queries {
  /** Reads unless it is read already; the last one to leave ends the reading. */
  readonly subscribe: (key: string, read: Read<unknown>, listener: () => void) => () => void
  readonly state: (key: string) => QueryState<unknown>
  readonly refetch: (key: string) => void
}

/**
 * @since 1.0.7
 * @category constants
 */
export const pending: QueryState<never> = { status: "pending", data: undefined, error: undefined, isFetching: true }

/**
 * @since 1.0.7
 * @category combinators
 */
export const perform = <A>(drive: DriveClient, work: Work<A>, signal: AbortSignal): Promise<A> =>
  Effect.isEffect(work) ? drive.run(work, { signal }) : work

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = (drive: DriveClient): Queries => {
  const queries = new Map<string, Query>()

  const set = (query: Query, state: QueryState<unknown>) => {
    query.state = state
    for (const listener of [...query.listeners]) listener()
  }

  const fetch = (query: Query) => {
    query.flight?.abort()
    const flight = query.flight = new AbortController()
    const settle = (end: Partial<QueryState<unknown>>) => {
      if (query.flight !== flight) return
      query.flight = undefined
      set(query, { ...query.state, isFetching: false, ...end })
    }
    if (!query.state.isFetching) set(query, { ...query.state, isFetching: true })
    // a read that throws is a read that failed
    new Promise((resolve) => resolve(perform(drive, query.read(drive, flight), flight.signal))).then(
      (data) => settle({ status: "success", data, error: undefined }),
      (error: unknown) => settle({ status: "error", error })
    )
  }

  const drop = (key: string, query: Query) => {
    if (query.listeners.size > 0) return
    if (queries.get(key) === query) queries.delete(key)
    const flight = query.flight
    query.flight = undefined
    flight?.abort()
  }

  return {
    subscribe: (key, read, listener) => {
      const query = queries.get(key) ?? { state: pending, read, flight: undefined, listeners: new Set() }
      queries.set(key, query)
      query.read = read
      query.listeners.add(listener)
      if (query.flight === undefined && query.state.status === "pending") fetch(query)
      return () => {
        query.listeners.delete(listener)
        // a moment later, because StrictMode and a moved component subscribe again at once
        setTimeout(() => drop(key, query))
      }
    },
    state: (key) => queries.get(key)?.state ?? pending,
    refetch: (key) => {
      const query = queries.get(key)
      if (query !== undefined) fetch(query)
    }
  }
}
