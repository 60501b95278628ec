"use client"
/**
 * A part of a snapshot that changes outside React.
 *
 * @since 1.0.7
 */
import { useMemo, useSyncExternalStore } from "react"

/** Reads the same selection, as the same value, as long as the snapshot or what was selected of it is the same. */
const remembering = <S, A>(read: () => S | undefined, select: (snapshot: S) => A) => {
  let last: { readonly snapshot: S | undefined; readonly selected: A | undefined } | undefined
  return (): A | undefined => {
    const snapshot = read()
    if (last !== undefined && last.snapshot === snapshot) return last.selected
    const selected = snapshot === undefined ? undefined : select(snapshot)
    last = { snapshot, selected: Object.is(last?.selected, selected) ? last?.selected : selected }
    return last.selected
  }
}

/**
 * What `select` takes of the snapshot; `undefined` without one, and on the server. `subscribe` and `read` must be the same
 * functions as long as they mean the same.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useSelected = <S, A>(
  subscribe: (listener: () => void) => () => void,
  read: () => S | undefined,
  select: (snapshot: S) => A
): A | undefined => {
  const snapshot = useMemo(() => remembering(read, select), [read, select])
  return useSyncExternalStore(subscribe, snapshot, () => undefined)
}
