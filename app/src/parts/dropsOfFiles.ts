/** Files that are dragged into the page from outside. */
import { useSyncExternalStore } from "react"

export const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") === true

let isOver = false
const listeners = new Set<() => void>()

const setOver = (next: boolean): void => {
  if (isOver === next) return
  isOver = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether files are dragged over the page. */
export const useAreFilesOver = (): boolean => useSyncExternalStore(subscribe, () => isOver)

/** Where nothing takes them, a browser would open the file in place of the page, and all that moves would be lost. */
export const refuseFiles = (): void => {
  const refuse = (event: DragEvent) => {
    if (!holdsFiles(event) || event.defaultPrevented) return
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "none"
  }
  const hear = (event: DragEvent) => setOver(event.type !== "drop" && holdsFiles(event))
  const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false)
  document.addEventListener("dragenter", hear)
  document.addEventListener("dragover", hear)
  document.addEventListener("drop", hear)
  document.addEventListener("dragleave", leave)
  document.addEventListener("dragenter", refuse)
  document.addEventListener("dragover", refuse)
  document.addEventListener("drop", refuse)
}
