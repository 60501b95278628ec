import { useSyncExternalStore } from "react"

/** Whether the panel of transfers is open, a pill, or away. One panel a page; its button is elsewhere. */
export type PanelState = "open" | "folded" | "closed"

let state: PanelState = "closed"
const listeners = new Set<() => void>()

export const setPanel = (next: PanelState): void => {
  state = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePanel = (): PanelState => useSyncExternalStore(subscribe, () => state)
