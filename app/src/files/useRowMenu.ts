import type { Selection } from "effect-drive/react"
import { useCallback, useEffect, useRef, useState } from "react"
import type { MenuPlace } from "../parts/ContextMenu.js"
import type { RowPress } from "./RowTools.js"

export interface RowMenu {
  /** Where it is open. */
  readonly place: MenuPlace | undefined
  /** For what is selected already, or for the list. */
  readonly open: (place: MenuPlace) => void
  /** By the button at the end of a row, which it selects. */
  readonly openFor: (id: string, press: RowPress) => void
  readonly close: () => void
}

/**
 * The menu of a list. By touch the row is selected for as long as its menu is open: if it stayed so, the next tap would select another
 * row and open nothing. It closes when the rows that it is about have left the list.
 */
export const useRowMenu = (selection: Selection): RowMenu => {
  const [place, setPlace] = useState<MenuPlace>()
  const before = useRef<ReadonlySet<string>>(undefined)
  const openFor = useCallback((id: string, { at, byTouch }: RowPress) => {
    if (!selection.has(id)) {
      before.current = byTouch ? selection.selected : undefined
      selection.select(id)
    }
    setPlace(at)
  }, [selection])
  const close = useCallback(() => {
    setPlace(undefined)
    // an entry closes it before it does its work, and the menu itself once more after that
    const selected = before.current
    before.current = undefined
    if (selected !== undefined) selection.replace([...selected].filter((id) => selection.positionOf(id) !== undefined))
  }, [selection])
  useEffect(() => {
    if (place === undefined || selection.size === 0) return
    return selection.subscribeAll(() => {
      if (selection.size === 0) close()
    })
  }, [close, place, selection])
  return { place, open: setPlace, openFor, close }
}
