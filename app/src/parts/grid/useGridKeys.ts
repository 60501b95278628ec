import type { Selection } from "effect-drive/react"
import type { KeyboardEvent } from "react"
import { useState } from "react"
import type { Describe, Order } from "./GridModel.js"
import { destination, withCommand } from "./keys.js"
import type { Layout } from "./layout.js"
import { makeTypeAhead } from "./typeAhead.js"

export interface GridKeysOptions<Item> {
  readonly items: ReadonlyArray<Item>
  readonly describe: Describe<Item>
  readonly selection: Selection
  readonly order: Order
  readonly layout: Layout
  /** Where the keys are; `undefined` in an empty list. */
  readonly at: number | undefined
  /** Lines that fit on the screen. */
  readonly page: () => number
  readonly onOpen: (item: Item) => void
  /** The menu of the item at this place. */
  readonly onMenu: (index: number) => void
  /** F2 on an item while nothing is selected; what is selected hears the key itself. */
  readonly onRename: ((item: Item) => void) | undefined
  /** The item at this place is to have the focus; it is called before the focus moves, and gives what comes after. */
  readonly expect: (index: number, id: string) => () => void
}

const isLetter = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && !/[?/]/.test(event.key)

/** Moving, selecting, opening and finding by keys, as the lists of every desktop know them; gives the listener of the whole list. */
export const useGridKeys = <Item>(options: GridKeysOptions<Item>): (event: KeyboardEvent) => void => {
  const { describe, expect, items, layout, onMenu, onOpen, order, page, selection } = options
  const [typeAhead] = useState(makeTypeAhead)

  const go = (event: KeyboardEvent, to: number) => {
    const id = order.idAt(to)
    if (id === undefined) return
    event.preventDefault()
    const reveal = expect(to, id)
    if (event.shiftKey) selection.select(id, "range")
    else if (withCommand(event)) selection.moveFocus(id)
    else selection.select(id)
    reveal()
  }

  return (event) => {
    if (event.target instanceof Element && event.target.closest("input, button, [role='columnheader']") !== null) return
    if (items.length === 0) return
    const at = options.at ?? -1
    const command = withCommand(event)
    const to = event.altKey || (command && event.key === "ArrowUp")
      ? undefined
      : destination(event.key, { at, count: items.length, layout, page: page() })
    if (to !== undefined) return go(event, to)
    const id = order.idAt(at)
    const item = items[at]
    if (event.key === "Enter" && item !== undefined && !event.altKey) {
      event.preventDefault()
      onOpen(item)
    } else if ((event.key === " " && command) || (event.key === "x" && !command && !typeAhead.isTyping())) {
      event.preventDefault()
      if (id !== undefined) selection.select(id, "toggle")
    } else if (event.key === " " && !typeAhead.isTyping()) {
      // else the browser scrolls the row out of sight
      event.preventDefault()
      if (item === undefined || id === undefined || selection.size > 1) return
      selection.select(id)
      if (describe.kind(item).group !== "folder") onOpen(item)
    } else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      event.preventDefault()
      onMenu(Math.max(0, at))
    } else if (event.key === "F2" && item !== undefined && selection.size === 0) {
      event.preventDefault()
      options.onRename?.(item)
    } else if (isLetter(event) && (typeAhead.isTyping() || (!event.shiftKey && !"six ".includes(event.key)))) {
      // letters with Shift are shortcuts unless a word has begun
      const found = typeAhead.type(event.key, at, items.length, (index) => {
        const named = items[index]
        return named === undefined ? "" : describe.name(named)
      })
      if (found === undefined) return
      // a word that is being typed belongs to the list alone
      event.stopPropagation()
      go(event, found)
    }
  }
}
