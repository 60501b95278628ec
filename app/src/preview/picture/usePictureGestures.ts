import { useEffect, useRef } from "react"
import { swipeOf } from "../useSwipe.js"
import type { Frame, Point, Standing } from "./zoom.js"
import { heldIn, zoomAt } from "./zoom.js"

export interface Gestures {
  readonly element: HTMLElement | null
  readonly frame: Frame | undefined
  readonly standing: Standing
  /** Several of them can come before the picture is drawn again. */
  readonly onStand: (next: (standing: Standing, frame: Frame) => Standing) => void
  /** A picture that is wholly in sight was brushed aside. */
  readonly onSwipe: (direction: 1 | -1) => void
}

/** So much of a notch of the wheel is a doubling. */
const wheelStep = 500

const middle = ([one, other]: ReadonlyArray<Point>): Point =>
  one === undefined ? { x: 0, y: 0 } : { x: (one.x + (other ?? one).x) / 2, y: (one.y + (other ?? one).y) / 2 }

const spread = ([one, other]: ReadonlyArray<Point>): number =>
  one === undefined || other === undefined ? 1 : Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))

/** Wheel, drag, pinch and double click on a picture. */
export const usePictureGestures = (gestures: Gestures): void => {
  const latest = useRef(gestures)
  useEffect(() => {
    latest.current = gestures
  })
  const { element } = gestures
  useEffect(() => {
    if (element === null) return
    const pointers = new Map<number, Point>()
    let from: { readonly x: number; readonly y: number } | undefined
    const fromMiddle = (event: Pick<MouseEvent, "clientX" | "clientY">): Point => {
      const box = element.getBoundingClientRect()
      return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
    }
    const onWheel = (event: WheelEvent) => {
      const { frame, onStand } = latest.current
      if (frame === undefined) return
      event.preventDefault()
      const way = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY
      // a pinch on a touchpad comes as a wheel with Control, in smaller steps
      const factor = 2 ** (-way / (event.ctrlKey ? wheelStep / 5 : wheelStep))
      const at = fromMiddle(event)
      onStand((standing, frame) => zoomAt(standing, standing.scale * factor, at, frame))
    }
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest("button") !== null)) return
      element.setPointerCapture(event.pointerId)
      pointers.set(event.pointerId, fromMiddle(event))
      from = pointers.size === 1 ? fromMiddle(event) : undefined
      element.toggleAttribute("data-held", true)
    }
    const onMove = (event: PointerEvent) => {
      const before = [...pointers.values()]
      const { frame, onStand } = latest.current
      if (!pointers.has(event.pointerId) || frame === undefined) return
      pointers.set(event.pointerId, fromMiddle(event))
      const now = [...pointers.values()]
      const [was, is] = [middle(before), middle(now)]
      const grown = now.length < 2 ? undefined : spread(now) / spread(before)
      onStand((standing, frame) => {
        const moved = { ...standing, x: standing.x + is.x - was.x, y: standing.y + is.y - was.y }
        return grown === undefined ? heldIn(moved, frame) : zoomAt(moved, standing.scale * grown, is, frame)
      })
    }
    const onUp = (event: PointerEvent) => {
      if (!pointers.delete(event.pointerId)) return
      const { frame, onSwipe, standing } = latest.current
      const to = fromMiddle(event)
      if (event.pointerType === "touch" && from !== undefined && frame !== undefined && standing.scale <= frame.fit) {
        const direction = swipeOf(from, to)
        if (direction !== undefined) onSwipe(direction)
      }
      from = undefined
      if (pointers.size === 0) element.toggleAttribute("data-held", false)
    }
    const onDoubleClick = (event: MouseEvent) => {
      const at = fromMiddle(event)
      latest.current.onStand((standing, frame) => {
        const isFit = standing.scale <= frame.fit * 1.01
        return zoomAt(standing, isFit ? Math.max(1, frame.fit * 2) : frame.fit, at, frame)
      })
    }
    element.addEventListener("wheel", onWheel, { passive: false })
    element.addEventListener("pointerdown", onDown)
    element.addEventListener("pointermove", onMove)
    element.addEventListener("pointerup", onUp)
    element.addEventListener("pointercancel", onUp)
    element.addEventListener("dblclick", onDoubleClick)
    return () => {
      element.removeEventListener("wheel", onWheel)
      element.removeEventListener("pointerdown", onDown)
      element.removeEventListener("pointermove", onMove)
      element.removeEventListener("pointerup", onUp)
      element.removeEventListener("pointercancel", onUp)
      element.removeEventListener("dblclick", onDoubleClick)
    }
  }, [element])
}
