import type { Selection } from "effect-drive/react"
import { useEffect } from "react"
import { useShortcut } from "../parts/Shortcuts.js"
import type { DetailsOfList } from "./useDetails.js"

export interface RoomSteps {
  readonly selection: Selection
  /** Where the room has some. */
  readonly details?: DetailsOfList
  /** Details cover the list, so that they go before anything behind them. */
  readonly isNarrow: boolean
  readonly clearFilter: () => void
}

/** Before anybody has pressed anything, and after a click where nothing can be pressed; what lies over the list has the keys. */
const hasNoFocus = ({ activeElement } = document): boolean =>
  (activeElement === document.body || activeElement?.id === "list") &&
  document.querySelector("[role$='dialog'], [role='menu']") === null

/**
 * Keys of a room that work wherever the focus is: all of a list is selected by the keys that would select the words of the page, and
 * arrows lead into the list from nowhere. Esc goes back one step at a time, the one that was taken last as a rule.
 */
export const useRoomKeys = ({ clearFilter, details, isNarrow, selection }: RoomSteps): void => {
  const hasDetails = details?.isOpen === true
  useShortcut("all", () => selection.selectAll())
  useEffect(() => {
    const hear = ({ altKey, ctrlKey, key, metaKey }: KeyboardEvent) => {
      if (!/^Arrow(Up|Down)$/.test(key) || altKey || ctrlKey || metaKey || !hasNoFocus()) return
      document.querySelector<HTMLElement>("[data-region='list'] [data-index][tabindex='0']")?.focus()
    }
    document.addEventListener("keydown", hear)
    return () => document.removeEventListener("keydown", hear)
  }, [])
  useShortcut("clear", () => {
    if (selection.size > 0 && !(hasDetails && isNarrow)) selection.clear()
    else if (hasDetails) details.close()
    else clearFilter()
  })
}
