import type { RefObject } from "react"
import { useLayoutEffect, useMemo, useState } from "react"
import { flushSync } from "react-dom"
import { usePrinting } from "../usePrinting.js"
import type { Layout } from "./layout.js"
import type { LinePlace } from "./rubberBand.js"
import { firstBelow } from "./rubberBand.js"

/** Where each line stands. Heights are known, so that nothing is measured and any line is found by arithmetic. */
export interface Lines {
  readonly total: number
  readonly places: ReadonlyArray<LinePlace>
  /** Those that are on the screen, and a few around them. */
  readonly shown: ReadonlyArray<LinePlace>
  /** So many are printed, from the first on; `undefined` while none is. */
  readonly printed: number | undefined
}

export interface LinesOptions {
  readonly layout: Layout
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Stays in the page wherever one scrolls to, so that the focus is not lost with it. */
  readonly kept: number | undefined
  readonly before: number
  readonly after: number
}

interface Range {
  readonly first: number
  readonly last: number
}

/** So many lines are drawn above and below what is seen, so that scrolling shows no gap. */
const around = 8

/** So many are printed at most. */
const printedAtMost = 5_000

const rangeOf = (places: ReadonlyArray<LinePlace>, top: number, height: number): Range => ({
  first: Math.max(0, firstBelow(places, top) - around),
  last: Math.min(places.length, firstBelow(places, top + height) + 1 + around)
})

const placesOf = ({ heightOf, lineCount }: Layout, before: number): ReadonlyArray<LinePlace> => {
  let end = before
  return Array.from({ length: lineCount }, (_, index): LinePlace => {
    const start = end
    end += heightOf(index)
    return { index, start, end }
  })
}

/** Scrolls as little as is needed to see all of a line. */
export const revealLine = (area: HTMLElement, { end, start }: LinePlace, before: number): void => {
  if (start - before < area.scrollTop) area.scrollTo({ top: start - before })
  else if (end > area.scrollTop + area.clientHeight) area.scrollTo({ top: end - area.clientHeight })
}

export const useLines = ({ after, before, kept, layout, scroller }: LinesOptions): Lines => {
  const places = useMemo(() => placesOf(layout, before), [before, layout])
  // before anything is on the screen, as much as a window can show
  const [range, setRange] = useState(() => rangeOf(places, 0, window.innerHeight))
  useLayoutEffect(() => {
    const area = scroller.current
    if (area === null) return
    const look = () => {
      const next = rangeOf(places, area.scrollTop, area.clientHeight)
      setRange((now) => now.first === next.first && now.last === next.last ? now : next)
    }
    // drawn with the very frame that shows it
    const hear = () => flushSync(look)
    const observer = new ResizeObserver(look)
    look()
    observer.observe(area)
    area.addEventListener("scroll", hear, { passive: true })
    return () => {
      observer.disconnect()
      area.removeEventListener("scroll", hear)
    }
  }, [places, scroller])

  const printed = usePrinting() ? Math.min(places.length, printedAtMost) : undefined
  const shown = useMemo(() => {
    if (printed !== undefined) return places.slice(0, printed)
    const inRange = places.slice(range.first, range.last)
    const held = kept === undefined ? undefined : places[kept]
    if (held === undefined || (held.index >= range.first && held.index < range.last)) return inRange
    return held.index < range.first ? [held, ...inRange] : [...inRange, held]
  }, [kept, places, printed, range])
  return { places, printed, shown, total: (places.at(-1)?.end ?? before) + after }
}
