import type { VirtualItem, Virtualizer } from "@tanstack/react-virtual"
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual"
import type { RefObject } from "react"
import { useEffect } from "react"
import type { Layout } from "./layout.js"

export interface Lines {
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>
  readonly shown: ReadonlyArray<VirtualItem>
}

export interface LinesOptions {
  readonly layout: Layout
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Stays in the page wherever one scrolls to, so that the focus is not lost with it. */
  readonly kept: number | undefined
  readonly before: number
  readonly after: number
}

/** The lines that are on the screen, and a few around them. */
export const useLines = ({ after, before, kept, layout, scroller }: LinesOptions): Lines => {
  // what it gives changes with every scroll without being another object: nothing here may be remembered by it
  "use no memo"
  // eslint-disable-next-line react-hooks/incompatible-library -- all that reads it is in the component that calls this
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: layout.lineCount,
    getScrollElement: () => scroller.current,
    estimateSize: layout.heightOf,
    overscan: 8,
    paddingStart: before,
    paddingEnd: after,
    scrollPaddingStart: before,
    rangeExtractor: (range) => {
      const lines = defaultRangeExtractor(range)
      if (kept === undefined || lines.includes(kept) || kept >= layout.lineCount) return lines
      return kept < (lines[0] ?? 0) ? [kept, ...lines] : [...lines, kept]
    }
  })
  useEffect(() => virtualizer.measure(), [layout, virtualizer])
  return { virtualizer, shown: virtualizer.getVirtualItems() }
}
