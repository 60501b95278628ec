import type { RefObject } from "react"
import { useLayoutEffect, useRef, useState } from "react"
import type { Order } from "./GridModel.js"
import type { Layout, View } from "./layout.js"
import type { LinePlace } from "./rubberBand.js"
import { firstBelow } from "./rubberBand.js"

/** The first item in sight, and how much of its line is above. */
export interface ScrollPlace {
  readonly id: string
  readonly hidden: number
}

/** `undefined` at the top. */
export interface PlaceMemory {
  readonly read: () => ScrollPlace | undefined
  readonly keep: (place: ScrollPlace | undefined) => void
}

export const makePlaceMemory = (): PlaceMemory => {
  let place: ScrollPlace | undefined
  return {
    read: () => place,
    keep: (next) => {
      place = next
    }
  }
}

/** Where a list stands, kept by who shows it: a list goes when its filter finds nothing. */
export interface ScrollMemory {
  /** Where it stood when it was left. */
  readonly first: number
  readonly onChange: (top: number) => void
  readonly place: PlaceMemory
}

export interface ScrollPlaceOptions {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly scroll: ScrollMemory | undefined
  /** What the items are filtered by; empty where all are shown. */
  readonly filter: string
  readonly layout: Layout
  readonly places: ReadonlyArray<LinePlace>
  readonly order: Order
  /** Changes with what makes lines of another height. */
  readonly measures: object
}

/**
 * Keeps the first item in sight where it is when the view or the room changes. A filter shows its hits from the first
 * one on, and when it is emptied the list is where it was. To be called on each scroll.
 */
export const useScrollPlace = (
  { filter, layout, measures, order, places, scroll, scroller }: ScrollPlaceOptions
): () => void => {
  const [own] = useState(makePlaceMemory)
  const [hits] = useState(makePlaceMemory)
  /** Where this has scrolled to: that is no new place. */
  const set = useRef<number>(undefined)
  const kept = filter !== "" ? hits : scroll?.place ?? own
  const before = useRef<{ readonly filter: string; readonly measures: object; readonly view: View }>(undefined)

  useLayoutEffect(() => {
    const area = scroller.current
    const was = before.current
    before.current = { filter, measures, view: layout.view }
    // a list that comes back once its filter is emptied is one of another filter
    if (area === null || (was?.filter === filter && was.measures === measures && was.view === layout.view)) return
    // at the top, or not scrolled yet to where it was left
    if ((was === undefined || was.filter === filter) && kept.read() === undefined) return
    if (was?.filter !== filter && filter !== "") hits.keep(undefined)
    const current = kept.read()
    const index = current === undefined ? undefined : order.indexOf(current.id)
    const line = index === undefined ? undefined : places[layout.lineOf(index)]
    area.scrollTo({
      top: current === undefined || line === undefined ? 0 : line.start + current.hidden * (line.end - line.start)
    })
    set.current = area.scrollTop
  })

  return () => {
    const top = scroller.current?.scrollTop ?? 0
    if (filter === "") scroll?.onChange(top)
    if (set.current !== undefined && Math.abs(set.current - top) < 1) return
    set.current = undefined
    let at = firstBelow(places, top)
    if (places[at] !== undefined && layout.lineAt(at)._tag === "Heading") at++
    const place = places[at]
    const line = place === undefined ? undefined : layout.lineAt(at)
    const id = line?._tag === "Items" ? order.idAt(line.first) : undefined
    kept.keep(
      top <= 0 || place === undefined || id === undefined
        ? undefined
        : { id, hidden: Math.max(0, top - place.start) / (place.end - place.start) }
    )
  }
}
