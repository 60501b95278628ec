import type { RefObject } from "react"
import { useLayoutEffect, useRef } from "react"

export interface FirstScrollOptions {
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Where the list stood when it was left; 0 is the top. */
  readonly first: number
  readonly count: number
  /** Whether all rows are there. */
  readonly isWhole: boolean
}

/**
 * Brings a list to where it was left: with its first rows as far as they reach, and further with those that come later, unless somebody
 * scrolls. To be called on each scroll.
 */
export const useFirstScroll = ({ count, first, isWhole, scroller }: FirstScrollOptions): () => void => {
  const wanted = useRef(first)
  /** Where this has scrolled to: that was nobody else. */
  const set = useRef(0)
  useLayoutEffect(() => {
    const area = scroller.current
    if (wanted.current === 0 || area === null || count === 0) return
    area.scrollTo({ top: wanted.current })
    set.current = area.scrollTop
    if (isWhole || Math.abs(set.current - wanted.current) < 1) wanted.current = 0
  }, [count, isWhole, scroller])
  return () => {
    const top = scroller.current?.scrollTop ?? 0
    if (Math.abs(set.current - top) >= 1) wanted.current = 0
  }
}
