import type { Selection } from "effect-drive/react"
import { useSelection } from "effect-drive/react"
import { useEffect, useState } from "react"
import type { ScrollMemory } from "../parts/grid/useScrollPlace.js"
import { makePlaceMemory } from "../parts/grid/useScrollPlace.js"
import { currentStep, recall, remember } from "../shell/historyMemory.js"

export interface SelectionMemory {
  readonly selection: Selection
  readonly scroll: ScrollMemory
}

/**
 * A selection of these rows, and a place in the list, that Back and Forward bring back. What is not among them any more, as behind a
 * filter, is not selected; while they are pending nobody knows.
 */
export const useSelectionMemory = (ids: ReadonlyArray<string>, isPending: boolean): SelectionMemory => {
  const [stand] = useState(() => recall(currentStep()))
  const selection = useSelection(ids, stand)
  const [scroll] = useState((): ScrollMemory => ({
    first: stand?.scrollTop ?? 0,
    onChange: (scrollTop) => remember(currentStep(), { scrollTop }),
    place: makePlaceMemory()
  }))
  useEffect(
    () =>
      selection.subscribeAll(() =>
        remember(currentStep(), { selected: selection.selected, focused: selection.focused })
      ),
    [selection]
  )
  useEffect(() => {
    if (!isPending) selection.retain(ids)
  }, [ids, isPending, selection])
  return { selection, scroll }
}
