import { useEffect, useRef } from "react"
import type { Point } from "./picture/zoom.js"

const least = 60

/** Whether a finger on this way has brushed something aside: to the next (1), to the one before (-1), or not. */
export const swipeOf = (from: Point, to: Point): 1 | -1 | undefined => {
  const way = to.x - from.x
  if (Math.abs(way) <= least || Math.abs(way) <= 2 * Math.abs(to.y - from.y)) return undefined
  return way < 0 ? 1 : -1
}

/** Whether a finger moves something there sideways: what can be scrolled so, a slider, or what hears of swipes itself. */
const isMovedThere = (target: EventTarget | null, stage: HTMLElement): boolean => {
  for (let at = target instanceof Element ? target : null; at !== null && at !== stage; at = at.parentElement) {
    if (at.matches("input, [data-own-swipes]")) return true
    if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true
  }
  return false
}

const selected = (): string => String(getSelection())

/** One finger sideways over the stage leads to the next file or to the one before; up and down it scrolls. */
export const useSwipe = (stage: HTMLElement | null, onSwipe: (direction: 1 | -1) => void): void => {
  const latest = useRef(onSwipe)
  useEffect(() => {
    latest.current = onSwipe
  })
  useEffect(() => {
    if (stage === null) return
    let from: (Point & { readonly selected: string }) | undefined
    const end = ({ changedTouches }: TouchEvent) => {
      const [touch] = changedTouches
      // a finger that selects words goes sideways too
      if (from === undefined || touch === undefined || from.selected !== selected()) return
      const direction = swipeOf(from, { x: touch.clientX, y: touch.clientY })
      from = undefined
      if (direction !== undefined) latest.current(direction)
    }
    const begin = ({ target, touches }: TouchEvent) => {
      const [touch] = touches
      const isWhole = (visualViewport?.scale ?? 1) < 1.01
      from = touch !== undefined && touches.length === 1 && isWhole && !isMovedThere(target, stage)
        ? { x: touch.clientX, y: touch.clientY, selected: selected() }
        : undefined
      // what is shown while the file is on its way may be gone by then, and is told all the same
      if (from !== undefined) target?.addEventListener("touchend", end as EventListener, { once: true }) // it is named so
    }
    stage.addEventListener("touchstart", begin, { passive: true })
    return () => stage.removeEventListener("touchstart", begin)
  }, [stage])
}
