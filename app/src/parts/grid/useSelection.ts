import { useCallback, useSyncExternalStore } from "react"
import type { Selection } from "./Selection.js"

export interface RowSelection {
  readonly isSelected: boolean
  readonly isFocused: boolean
}

/** One row's part of the selection: the row is drawn again only when this changes. */
export const useRowSelection = (selection: Selection, id: string): RowSelection => {
  const subscribe = useCallback((listener: () => void) => selection.subscribeTo(id, listener), [selection, id])
  const read = useCallback(
    () => (selection.has(id) ? 1 : 0) + (selection.focused() === id ? 2 : 0),
    [selection, id]
  )
  const state = useSyncExternalStore(subscribe, read, read)
  return { isSelected: state % 2 === 1, isFocused: state >= 2 }
}

/** All that is selected; the same set until it changes. */
export const useSelectedIds = (selection: Selection): ReadonlySet<string> =>
  useSyncExternalStore(selection.subscribe, selection.ids, selection.ids)
