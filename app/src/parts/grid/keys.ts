/** Keys as the lists of every desktop know them. */
import type { KeyboardEvent } from "react"
import { isApple } from "../keyNames.js"
import type { Layout } from "./layout.js"

/** The key that goes with letters: Command on Apple's machines, Control elsewhere. */
export const withCommand = (event: Pick<KeyboardEvent, "ctrlKey" | "metaKey">): boolean =>
  isApple ? event.metaKey : event.ctrlKey

export interface KeyPlace {
  readonly at: number
  readonly count: number
  readonly layout: Layout
  /** Lines that fit on the screen. */
  readonly page: number
}

const page = ({ at, count, layout, page }: KeyPlace, direction: "up" | "down"): number => {
  let item = at
  for (let line = 0; line < Math.max(1, page - 1); line++) {
    const next = layout.neighbour(item, direction)
    if (next === item) return direction === "up" ? 0 : count - 1
    item = next
  }
  return item
}

/** Where a key leads to; `undefined` for keys that lead nowhere. */
export const destination = (key: string, place: KeyPlace): number | undefined => {
  const { at, count, layout } = place
  switch (key) {
    case "ArrowDown":
      return at < 0 ? 0 : layout.neighbour(at, "down")
    case "ArrowUp":
      return at < 0 ? count - 1 : layout.neighbour(at, "up")
    case "ArrowRight":
      return layout.view === "grid" ? Math.min(count - 1, at + 1) : undefined
    case "ArrowLeft":
      return layout.view === "grid" ? Math.max(0, at - 1) : undefined
    case "Home":
      return 0
    case "End":
      return count - 1
    case "PageDown":
      return page(place, "down")
    case "PageUp":
      return page(place, "up")
    default:
      return undefined
  }
}
