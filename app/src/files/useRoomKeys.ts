import type { Selection } from "effect-drive/react"
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

/** What Esc does in a room once nothing lies over its list: one step at a time, the one that was taken last as a rule. */
export const useEscape = ({ clearFilter, details, isNarrow, selection }: RoomSteps): void => {
  const hasDetails = details?.isOpen === true
  useShortcut("clear", () => {
    if (selection.size > 0 && !(hasDetails && isNarrow)) selection.clear()
    else if (hasDetails) details.close()
    else clearFilter()
  })
}
