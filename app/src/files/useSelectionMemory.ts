import { useEffect, useState } from "react"
import type { Selection } from "../parts/grid/Selection.js"
import { makeSelection } from "../parts/grid/Selection.js"
import { currentStep, recall, remember } from "../shell/stepMemory.js"

export interface SelectionMemory {
  readonly selection: Selection
  readonly scroll: { readonly first: number; readonly onChange: (top: number) => void }
}

/** A selection, and a place in the list, that Back and Forward bring back. */
export const useSelectionMemory = (): SelectionMemory => {
  const [memory] = useState((): SelectionMemory => {
    const selection = makeSelection()
    const stand = recall(currentStep())
    if (stand !== undefined) {
      selection.replace(stand.selected)
      selection.focus(stand.focused)
    }
    return {
      selection,
      scroll: { first: stand?.scrollTop ?? 0, onChange: (scrollTop) => remember(currentStep(), { scrollTop }) }
    }
  })
  useEffect(
    () =>
      memory.selection.subscribe(() =>
        remember(currentStep(), { selected: memory.selection.ids(), focused: memory.selection.focused() })
      ),
    [memory]
  )
  return memory
}
