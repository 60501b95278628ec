"use client"
/**
 * Reading from the drive while a component is mounted.
 *
 * @since 1.0.7
 */
import { useCallback, useSyncExternalStore } from "react"
import type { DriveClient } from "../promise/DriveClient.js"
import type { DriveError } from "../promise/DriveError.js"
import { isDriveError } from "../promise/DriveError.js"
import type { Read } from "./Queries.js"
import * as Queries from "./Queries.js"
import { useDrive } from "./useDrive.js"
import { useLatest } from "./useLatest.js"

/**
 * What a query has so far. `data` stays while a refetch runs and when it fails.
 *
 * @since 1.0.7
 * @category models
 */
export interface QueryResult<A> {
  readonly status: "pending" | "success" | "error"
  readonly data: A | undefined
  readonly error: DriveError | undefined
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly refetch: () => void
}

const stores = new WeakMap<DriveClient, Queries.Queries>()

const queriesOf = (drive: DriveClient): Queries.Queries => {
  const queries = stores.get(drive) ?? Queries.make(drive)
  stores.set(drive, queries)
  return queries
}

const quiet: Queries.QueryState<never> = { ...Queries.pending, isFetching: false }
const unsubscribed = () => () => {}

/** A bug is not a state of the drive: it belongs to the error boundary. */
const driveError = (error: unknown): DriveError | undefined => {
  if (error === undefined || isDriveError(error)) return error
  throw error
}

/**
 * Runs `read` when the component mounts and when `key` changes; the key names everything that `read` depends on, and
 * components with one key share one call. `null` as key waits. Unmounting the last of them aborts the call.
 *
 * ```ts
 * const files = useDriveQuery(["files", folder], (drive, call) => drive.files.list({ parentFileId: folder }, call))
 * ```
 *
 * @since 1.0.7
 * @category hooks
 */
export const useDriveQuery = <A>(
  key: string | ReadonlyArray<unknown> | null,
  read: Read<A>
): QueryResult<A> => {
  const drive = useDrive()
  const latest = useLatest(read)
  const id = key === null ? null : JSON.stringify(key)

  const subscribe = useCallback(
    (listener: () => void) =>
      id === null ? unsubscribed() : queriesOf(drive).subscribe(id, (...args) => latest.current(...args), listener),
    [
      drive,
      id,
      latest
    ]
  )
  const current = useCallback(() => id === null ? quiet : queriesOf(drive).state(id), [drive, id])
  const refetch = useCallback(() => {
    if (id !== null) queriesOf(drive).refetch(id)
  }, [drive, id])

  const state = useSyncExternalStore(subscribe, current, () => id === null ? quiet : Queries.pending)
  return {
    status: state.status,
    // one key, one read: what is stored under it came from a `Read<A>`
    data: state.data as A | undefined,
    error: driveError(state.error),
    isPending: state.status === "pending",
    isFetching: state.isFetching,
    refetch
  }
}
