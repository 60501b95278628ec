import { useSyncExternalStore } from "react"

/** Whether the inspector is open, and whether faults are switched on behind it. One a page; its button is elsewhere. */
interface Dock {
  readonly isOpen: boolean
  readonly hasFaults: boolean
}

let dock: Dock = { isOpen: false, hasFaults: false }
const listeners = new Set<() => void>()

export const setDock = (changed: Partial<Dock>): void => {
  dock = { ...dock, ...changed }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useDock = (): Dock => useSyncExternalStore(subscribe, () => dock)
