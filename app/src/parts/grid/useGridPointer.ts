import type { Selection } from "effect-drive/react"
import type { DragEvent, MouseEvent, PointerEvent, RefObject } from "react"
import { useEffect, useRef } from "react"
import { isByTouch } from "../isByTouch.js"
import { dragged, dragType } from "./dragged.js"
import styles from "./Grid.module.css"
import type { Order, Point } from "./GridModel.js"
import { withCommand } from "./keys.js"
import type { Layout } from "./layout.js"
import type { LinePlace } from "./rubberBand.js"
import { itemsUnder } from "./rubberBand.js"

export interface GridPointerOptions {
  readonly selection: Selection
  readonly order: Order
  readonly layout: Layout
  readonly places: ReadonlyArray<LinePlace>
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly band: RefObject<HTMLDivElement | null>
  readonly inset: number
  readonly onOpen: (id: string) => void
  readonly onOpenBeside: (id: string) => void
  readonly onMenu: (id: string | undefined, at: Point) => void
  /** Words for what is dragged; without them nothing can be. */
  readonly dragLabel: ((ids: ReadonlyArray<string>) => string) | undefined
  readonly accepts: (id: string, ids: ReadonlyArray<string>) => boolean
  readonly canCopy: boolean
  readonly onDrop: (id: string, ids: ReadonlyArray<string>, isCopy: boolean) => void
}

const longPress = 500
const slack = 6
const edge = 48

const rowAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("button, input, a") !== null

/** Selecting, opening, dragging and framing with mouse, pen and finger; one set of listeners for the whole list. */
export const useGridPointer = (options: GridPointerOptions) => {
  const {
    accepts,
    band,
    canCopy,
    dragLabel,
    inset,
    layout,
    onDrop,
    onMenu,
    onOpen,
    onOpenBeside,
    order,
    places,
    scroller,
    selection
  } = options
  /** Already selected when the pointer went down: it may be a drag, so the selection changes only when it comes up. */
  const deferred = useRef<() => void>(undefined)
  const press = useRef<{ readonly timer: number; readonly at: Point }>(undefined)
  const wasLong = useRef(false)
  const target = useRef<Element>(undefined)
  const stopBand = useRef<() => void>(undefined)

  useEffect(() => () => {
    stopBand.current?.()
    clearTimeout(press.current?.timer)
  }, [])

  const idOf = (row: HTMLElement | null): string | undefined =>
    row === null ? undefined : order.idAt(Number(row.dataset["index"]))

  const startBand = (down: PointerEvent) => {
    const area = scroller.current
    const frame = band.current
    if (area === null || frame === null) return
    const box = area.getBoundingClientRect()
    const inArea = (at: Point): Point => ({ x: at.x - box.left + area.scrollLeft, y: at.y - box.top + area.scrollTop })
    const origin = inArea({ x: down.clientX, y: down.clientY })
    const kept = withCommand(down) || down.shiftKey ? selection.selected : []
    let last: Point = { x: down.clientX, y: down.clientY }
    let isDrawn = false
    let timer = 0

    const draw = () => {
      const to = inArea(last)
      if (!isDrawn && Math.hypot(to.x - origin.x, to.y - origin.y) < slack) return
      isDrawn = true
      deferred.current = undefined
      const around = {
        left: Math.min(origin.x, to.x),
        right: Math.max(origin.x, to.x),
        top: Math.max(0, Math.min(origin.y, to.y)),
        bottom: Math.max(origin.y, to.y)
      }
      frame.dataset["on"] = ""
      frame.style.transform = `translate(${around.left}px, ${around.top}px)`
      frame.style.width = `${around.right - around.left}px`
      frame.style.height = `${around.bottom - around.top}px`
      const under = itemsUnder(around, layout, places, inset, area.clientWidth - 2 * inset)
      selection.replace([...kept, ...under.map(order.idAt).filter((id) => id !== undefined)])
    }
    const scroll = () => {
      const above = last.y - box.top
      const below = box.bottom - last.y
      if (isDrawn && above < edge) area.scrollTop -= (edge - above) / 3
      if (isDrawn && below < edge) area.scrollTop += (edge - below) / 3
      if (isDrawn) draw()
      timer = requestAnimationFrame(scroll)
    }
    const move = (event: globalThis.PointerEvent) => {
      last = { x: event.clientX, y: event.clientY }
      draw()
    }
    const stop = () => {
      cancelAnimationFrame(timer)
      delete frame.dataset["on"]
      window.removeEventListener("pointermove", move)
      window.removeEventListener("pointerup", stop)
      window.removeEventListener("pointercancel", stop)
      window.removeEventListener("dragstart", stop)
      stopBand.current = undefined
    }
    timer = requestAnimationFrame(scroll)
    window.addEventListener("pointermove", move)
    window.addEventListener("pointerup", stop)
    window.addEventListener("pointercancel", stop)
    window.addEventListener("dragstart", stop)
    stopBand.current = stop
  }

  const onPointerDown = (event: PointerEvent) => {
    deferred.current = undefined
    wasLong.current = false
    if (isControl(event.target)) return
    const row = rowAt(event.target)
    const id = idOf(row)
    if (event.pointerType === "touch") {
      if (id === undefined) return
      const timer = window.setTimeout(() => {
        wasLong.current = true
        selection.select(id, "toggle")
        navigator.vibrate?.(10)
      }, longPress)
      press.current = { timer, at: { x: event.clientX, y: event.clientY } }
      return
    }
    if (event.button !== 0) return
    const onGrip = event.target instanceof Element && event.target.closest("[data-grip]") !== null
    if (id === undefined) {
      if (!withCommand(event) && !event.shiftKey) selection.clear()
    } else if (event.target instanceof Element && event.target.closest("[data-check]") !== null) {
      return selection.select(id, "toggle")
    } else if (event.shiftKey) {
      // the text between would be selected too
      event.preventDefault()
      selection.select(id, "range")
    } else if (selection.has(id)) {
      deferred.current = () => selection.select(id, withCommand(event) ? "toggle" : undefined)
    } else if (withCommand(event)) selection.select(id, "toggle")
    else selection.select(id)
    if (!onGrip) startBand(event)
  }

  const onPointerMove = (event: PointerEvent) => {
    const { at, timer } = press.current ?? {}
    if (at !== undefined && Math.hypot(event.clientX - at.x, event.clientY - at.y) > slack) clearTimeout(timer)
  }

  const onPointerUp = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
    deferred.current?.()
    deferred.current = undefined
  }

  const onClick = (event: MouseEvent) => {
    const id = idOf(rowAt(event.target))
    if (!isByTouch(event) || isControl(event.target) || id === undefined || wasLong.current) return
    if (selection.size > 0) selection.select(id, "toggle")
    else onOpen(id)
  }

  const isMiddleOnName = ({ button, target }: MouseEvent): boolean =>
    button === 1 && target instanceof Element && target.closest("[data-grip]") !== null

  /** A browser would scroll with the button down, as it does beside a link. */
  const onMouseDown = (event: MouseEvent) => {
    if (isMiddleOnName(event)) event.preventDefault()
  }

  const onAuxClick = (event: MouseEvent) => {
    const id = isMiddleOnName(event) ? idOf(rowAt(event.target)) : undefined
    if (id !== undefined) onOpenBeside(id)
  }

  const onDoubleClick = (event: MouseEvent) => {
    const id = idOf(rowAt(event.target))
    const onCheck = event.target instanceof Element && event.target.closest("[data-check]") !== null
    if (id !== undefined && !isControl(event.target) && !onCheck) onOpen(id)
  }

  const onContextMenu = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("input") !== null) return
    event.preventDefault()
    if (press.current !== undefined || wasLong.current) return
    const id = idOf(rowAt(event.target))
    // beside the rows it is about the list, and what is selected may be out of sight
    if (id === undefined) selection.clear()
    else if (!selection.has(id)) selection.select(id)
    onMenu(id, { x: event.clientX, y: event.clientY })
  }

  const onDragStart = (event: DragEvent) => {
    const id = idOf(rowAt(event.target))
    if (id === undefined || dragLabel === undefined) return event.preventDefault()
    deferred.current = undefined
    if (!selection.has(id)) selection.select(id)
    const ids = [...selection.selected]
    const label = dragLabel(ids)
    dragged.begin({ ids, label, canBeCopied: canCopy })
    event.dataTransfer.setData(dragType, JSON.stringify(ids))
    event.dataTransfer.effectAllowed = "copyMove"
    const ghost = document.createElement("div")
    ghost.className = styles.ghost ?? ""
    ghost.textContent = label
    document.body.append(ghost)
    event.dataTransfer.setDragImage(ghost, -12, -8)
    // the picture is taken when this handler has ended
    requestAnimationFrame(() => ghost.remove())
  }

  const mark = (row: Element | undefined) => {
    if (target.current === row) return
    target.current?.removeAttribute("data-drop-target")
    row?.setAttribute("data-drop-target", "true")
    target.current = row
  }

  const onDragOver = (event: DragEvent) => {
    const ids = dragged.current()?.ids
    if (ids === undefined) return
    const row = rowAt(event.target)
    const id = idOf(row)
    if (row === null || id === undefined || !accepts(id, ids)) return mark(undefined)
    event.preventDefault()
    event.dataTransfer.dropEffect = dragged.copies(event) ? "copy" : "move"
    mark(row)
  }

  const onDragLeave = (event: DragEvent) => {
    if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget)) mark(undefined)
  }

  const onDropHere = (event: DragEvent) => {
    const ids = dragged.current()?.ids
    const id = idOf(rowAt(event.target))
    mark(undefined)
    if (ids === undefined || id === undefined || !accepts(id, ids)) return
    event.preventDefault()
    const isCopy = dragged.copies(event)
    dragged.end()
    onDrop(id, ids, isCopy)
  }

  const onDragEnd = () => {
    mark(undefined)
    dragged.end()
  }

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel: onPointerUp,
    onClick,
    onMouseDown,
    onAuxClick,
    onDoubleClick,
    onContextMenu,
    onDragStart,
    onDragOver,
    onDragLeave,
    onDrop: onDropHere,
    onDragEnd
  }
}
