import { useSyncExternalStore } from "react"
import { onNextUser } from "../shell/onNextUser.js"

/** Whether the panel of transfers is open, a pill, or away. One panel a page; its button is elsewhere. */
export type PanelState = "open" | "folded" | "closed"
export type PanelTab = "uploads" | "downloads" | "tasks"

interface Panel {
  readonly state: PanelState
  readonly tab: PanelTab
}

let panel: Panel = { state: "closed", tab: "uploads" }
const listeners = new Set<() => void>()

export const setPanel = (state: PanelState, tab: PanelTab = panel.tab): void => {
  panel = { state, tab }
  for (const listener of listeners) listener()
}

// what it showed is gone
onNextUser(() => setPanel("closed", "uploads"))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePanel = (): Panel => useSyncExternalStore(subscribe, () => panel)
