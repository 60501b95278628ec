"use client"
/**
 * Reads of your own.
 *
 * @since 1.0.7
 */
import type { UseQueryResult } from "@tanstack/react-query"
import { useQuery } from "@tanstack/react-query"
import * as Effect from "effect/Effect"
import type { DriveClient, DriveServices } from "../promise/DriveClient.js"
import type { DriveDisposed } from "../promise/DriveDisposed.js"
import type { DriveError } from "../promise/DriveError.js"
import type { FilesChanged } from "../services/DriveEvents.js"
import { perform } from "./perform.js"
import { isBug } from "./queryDefaults.js"
import { useDrive } from "./useDrive.js"
import { useDriveQueries } from "./useDriveQueries.js"

/**
 * Pass it as the last argument of a call of the drive, so that the request is aborted when nothing waits for it.
 *
 * @since 1.0.7
 * @category models
 */
export interface ReadCall {
  readonly signal: AbortSignal
}

/**
 * Options of a read of your own.
 *
 * @since 1.0.7
 * @category models
 */
export interface DriveQueryOptions {
  readonly enabled?: boolean | undefined
  readonly staleTime?: number | undefined
  /** After which changes of the drive it is read again. Default: none. */
  readonly touchedBy?: ((event: FilesChanged) => boolean) | undefined
}

type Reads<A, E> = (drive: DriveClient, call: ReadCall) => Effect.Effect<A, E, DriveServices> | Promise<A>

/**
 * Reads by a promise of the drive, or by an Effect that uses its services; then `error` has the Effect's error type.
 * Bugs go to the error boundary. The key must name everything that the read depends on; the drive and its selected
 * space are added.
 *
 * ```ts
 * const config = useDriveQuery(["config"], (drive, call) => drive.spaces.config(call))
 * const names = useDriveQuery(["names"], Effect.flatMap(Files, (files) => files.list()))
 * ```
 *
 * @since 1.0.7
 * @category hooks
 */
export const useDriveQuery: {
  <A, E>(
    key: ReadonlyArray<unknown>,
    effect: Effect.Effect<A, E, DriveServices>,
    options?: DriveQueryOptions
  ): UseQueryResult<A, E | DriveDisposed>
  <A>(
    key: ReadonlyArray<unknown>,
    read: (drive: DriveClient, call: ReadCall) => Promise<A>,
    options?: DriveQueryOptions
  ): UseQueryResult<A, DriveError>
  <A, E>(
    key: ReadonlyArray<unknown>,
    read: (drive: DriveClient, call: ReadCall) => Effect.Effect<A, E, DriveServices>,
    options?: DriveQueryOptions
  ): UseQueryResult<A, E | DriveDisposed>
} = <A, E>(
  key: ReadonlyArray<unknown>,
  read: Effect.Effect<A, E, DriveServices> | Reads<A, E>,
  { touchedBy, ...options }: DriveQueryOptions = {}
): UseQueryResult<A, E> => {
  const drive = useDrive()
  const { keys } = useDriveQueries()
  const wanted = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  return useQuery<A, E>({
    ...wanted,
    queryKey: keys.own(key),
    // of this key: the next render may read another one
    queryFn: ({ signal }) => perform(drive, () => Effect.isEffect(read) ? read : read(drive, { signal }), signal),
    throwOnError: isBug,
    meta: { touchedBy }
  })
}
