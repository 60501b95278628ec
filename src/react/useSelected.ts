"use client"
/**
 * A part of a snapshot that changes outside React.
 *
 * @since 1.0.7
 */
import { useCallback, useMemo, useSyncExternalStore } from "react"
import { memoizeSelector } from "./memoizeSelector.js"

/** Uploads or downloads of a drive. */
interface Listed<S> {
  readonly subscribe: (listener: () => void, id: string) => () => void
  readonly snapshot: (id: string) => S | undefined
}

const same = (one: unknown): unknown => one

/**
 * What `select` takes of the snapshot with this id, or the snapshot itself; `undefined` without one, and on the server. `listed`
 * must be the same object as long as it means the same.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useSelected = <S>(
  listed: Listed<S>,
  id: string,
  select: (snapshot: S) => unknown = same,
  equal: (one: unknown, other: unknown) => boolean = Object.is
): unknown => {
  const subscribe = useCallback((listener: () => void) => listed.subscribe(listener, id), [listed, id])
  const read = useMemo(() =>
    memoizeSelector(
      () => listed.snapshot(id),
      (snapshot) => snapshot === undefined ? undefined : select(snapshot),
      (one, other) => one !== undefined && other !== undefined ? equal(one, other) : one === other
    ), [listed, id, select, equal])
  return useSyncExternalStore(subscribe, read, () => undefined)
}
