/** What is being dragged within the page. One drag at a time is all that a pointer can do. */
import { useSyncExternalStore } from "react"
import { isApple } from "../keyNames.js"

export interface Dragged {
  readonly ids: ReadonlyArray<string>
  readonly label: string
  /** Whether a key makes copies of it in place of moving it. */
  readonly canBeCopied: boolean
}

let current: Dragged | undefined
const listeners = new Set<() => void>()

const set = (next: Dragged | undefined): void => {
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const dragType = "application/x-drive-items"

export const dragged = {
  current: (): Dragged | undefined => current,
  begin: (next: Dragged): void => {
    set(next)
    // a row that is scrolled away meanwhile tells nobody of the end
    window.addEventListener("pointerdown", dragged.end, { capture: true, once: true })
  },
  /** Whether the keys that are down make copies, as in every file manager. */
  copies: (event: Pick<MouseEvent, "altKey" | "ctrlKey">): boolean =>
    current?.canBeCopied === true && (isApple ? event.altKey : event.ctrlKey),
  end: (): void => set(undefined)
}

export const useIsDragging = (): boolean => useSyncExternalStore(subscribe, () => current !== undefined)
