"use client"
/**
 * Which rows of a list are selected, with focus and anchor as file managers have them.
 *
 * @since 1.0.7
 */
import { useCallback, useState, useSyncExternalStore } from "react"
import type { SelectionStart } from "./Selection.js"
import { Selection } from "./Selection.js"
import { useLatest } from "./useLatest.js"

export type { Selection, SelectionStart } from "./Selection.js"

/**
 * A selection over these ids, in the order in which they are shown. It is the same object as long as the component is
 * mounted, and does not render it: read a row with `useIsSelected(selection, id)`, all ids with
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

const useRow = (selection: Selection, id: string, read: () => boolean): boolean => {
  const subscribe = useCallback((listener: () => void) => selection.subscribe(listener, id), [selection, id])
  return useSyncExternalStore(subscribe, read, read)
}

const useWhole = <A>(selection: Selection, read: () => A): A => useSyncExternalStore(selection.subscribeAll, read, read)

/**
 * Whether this row is selected. The component renders only when that changes.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useIsSelected = (selection: Selection, id: string): boolean =>
  useRow(selection, id, () => selection.has(id))

/**
 * Whether the row has the keyboard focus. At most one row has it.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useIsFocused = (selection: Selection, id: string): boolean =>
  useRow(selection, id, () => selection.focused === id)

/**
 * The selected ids; the same set until it changes.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useSelectedIds = (selection: Selection): ReadonlySet<string> =>
  useWhole(selection, () => selection.selected)

/**
 * The id of the row that has the focus, for the list, which scrolls to it.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useFocusedId = (selection: Selection): string | undefined => useWhole(selection, () => selection.focused)
