"use client"
/**
 * A part of a snapshot that changes outside React.
 *
 * @since 1.0.7
 */
import { useCallback, useMemo, useSyncExternalStore } from "react"

/**
 * Selects anew when the snapshot is another one, and keeps the last value while `equal` says that it is the same.
 *
 * @since 1.0.7
 * @category combinators
 */
export const memoizeSelector = <S, A>(
  read: () => S,
  select: (snapshot: S) => A,
  equal: (one: A, other: A) => boolean
): () => A => {
  let last: { readonly snapshot: S; readonly selected: A } | undefined
  return () => {
    const snapshot = read()
    if (last !== undefined && last.snapshot === snapshot) return last.selected
    const selected = select(snapshot)
    last = { snapshot, selected: last !== undefined && equal(last.selected, selected) ? last.selected : selected }
    return last.selected
  }
}

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
