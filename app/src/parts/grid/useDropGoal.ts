import type { DragEvent } from "react"
import { useState } from "react"
import { dragged, dragType } from "./dragged.js"

export interface DropGoal {
  readonly onDragOver: (event: DragEvent) => void
  readonly onDragLeave: () => void
  readonly onDrop: (event: DragEvent) => void
  readonly "data-drop-target": true | undefined
}

/** Makes an element take what is dragged out of a list: a crumb, a place, a row of a tree. */
export const useDropGoal = (
  accepts: (ids: ReadonlyArray<string>) => boolean,
  onDropped: (ids: ReadonlyArray<string>, isCopy: boolean) => void,
  canCopy = true
): DropGoal => {
  const [isOver, setOver] = useState(false)
  return {
    onDragOver: (event) => {
      const ids = dragged.current()?.ids
      if (ids === undefined || !event.dataTransfer.types.includes(dragType) || !accepts(ids)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = canCopy && dragged.copies(event) ? "copy" : "move"
      if (isOver) return
      setOver(true)
      // Esc ends a drag without leaving what it was over
      window.addEventListener("dragend", () => setOver(false), { once: true })
    },
    onDragLeave: () => setOver(false),
    onDrop: (event) => {
      const ids = dragged.current()?.ids
      setOver(false)
      if (ids === undefined || !accepts(ids)) return
      event.preventDefault()
      const isCopy = canCopy && dragged.copies(event)
      dragged.end()
      onDropped(ids, isCopy)
    },
    "data-drop-target": isOver || undefined
  }
}
