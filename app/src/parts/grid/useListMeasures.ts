import type { RefObject } from "react"
import { useLayoutEffect, useState } from "react"
import { useMedia } from "../useMedia.js"

export interface ListMeasures {
  readonly width: number
  /** What the scroll bar takes. */
  readonly gutter: number
  readonly rowHeight: number
  /** Two lines a row. */
  readonly isNarrow: boolean
  readonly tile: number
  readonly tilesWidth: number
  readonly inset: number
}

const twoLines = 560
const heights = { comfortable: 44, compact: 36, touch: 56, twoLines: 64 }

/** Widths of the list and the heights that follow from them; nothing in the list itself is measured. */
export const useListMeasures = (
  root: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>
): ListMeasures => {
  const isTouch = useMedia("(pointer: coarse)")
  const [box, setBox] = useState({ width: 1000, inner: 1000 })
  const [isCompact, setCompact] = useState(false)

  useLayoutEffect(() => {
    const element = root.current
    if (element === null) return
    const measure = () => {
      const width = element.clientWidth
      const inner = scroller.current?.clientWidth ?? width
      setCompact(document.documentElement.dataset["density"] === "compact")
      setBox((before) => before.width === width && before.inner === inner ? before : { width, inner })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    const density = new MutationObserver(measure)
    density.observe(document.documentElement, { attributeFilter: ["data-density"] })
    return () => {
      observer.disconnect()
      density.disconnect()
    }
  }, [root, scroller])

  const [measures, setMeasures] = useState<ListMeasures>()
  const isNarrow = box.width < twoLines
  const inset = isNarrow ? 16 : 24
  const next: ListMeasures = {
    width: box.width,
    gutter: box.width - box.inner,
    rowHeight: isNarrow
      ? heights.twoLines
      : isTouch
      ? heights.touch
      : isCompact
      ? heights.compact
      : heights.comfortable,
    isNarrow,
    tile: isCompact || isNarrow ? 150 : 200,
    tilesWidth: box.inner - 2 * inset,
    inset
  }
  // the same object as long as nothing in it changed: the whole layout hangs on it
  if (measures === undefined || !isSame(measures, next)) {
    setMeasures(next)
    return next
  }
  return measures
}

const isSame = (one: ListMeasures, other: ListMeasures): boolean =>
  one.width === other.width && one.gutter === other.gutter && one.rowHeight === other.rowHeight &&
  one.tile === other.tile && one.isNarrow === other.isNarrow
