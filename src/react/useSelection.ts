"use client"
/**
 * Which rows of a list are selected, with focus and anchor as file managers have them.
 *
 * @since 1.0.7
 */
import { useMemo, useState, useSyncExternalStore } from "react"
import type { SelectionStart } from "./Selection.js"
import { Selection } from "./Selection.js"
import { useLatest } from "./useLatest.js"

export type { Selection, SelectionStart } from "./Selection.js"

/**
 * A selection over these ids, in the order in which they are shown. It is the same object for as long as the component is
 * mounted, and tells of changes by itself: read a row with `useIsSelected(selection, id)`, the whole with
 * `useSelectedIds(selection)`. Ids that are no longer shown stay selected until `retain`. `start` is read once.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useSelection = (ids: ReadonlyArray<string>, start?: SelectionStart): Selection => {
  const shown = useLatest(ids)
  const [selection] = useState(() => new Selection(() => shown.current, start))
  return selection
}

/**
 * Whether this row is selected. The component renders only when that changes.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useIsSelected = (selection: Selection, id: string): boolean => {
  const row = useMemo(() => ({
    subscribe: (listener: () => void) => selection.subscribe(listener, id),
    read: () => selection.has(id)
  }), [selection, id])
  return useSyncExternalStore(row.subscribe, row.read, row.read)
}

/**
 * Whether the row has the focus of the keyboard: one at most.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useIsFocused = (selection: Selection, id: string): boolean => {
  const row = useMemo(() => ({
    subscribe: (listener: () => void) => selection.subscribe(listener, id),
    read: () => selection.focused === id
  }), [selection, id])
  return useSyncExternalStore(row.subscribe, row.read, row.read)
}

/**
 * The selected ids; the same set until it changes.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useSelectedIds = (selection: Selection): ReadonlySet<string> => {
  const read = () => selection.selected
  return useSyncExternalStore(selection.subscribeAll, read, read)
}
