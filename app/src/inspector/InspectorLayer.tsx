import type { ReactElement } from "react"
import { loadedLater } from "../parts/loadedLater.js"
import { Part } from "../parts/Part.js"
import { setDock, useDock } from "./dockState.js"

const Dock = loadedLater(async () => (await import("./Dock.js")).Dock)

/** Nothing of the inspector is loaded before it is first opened, and nothing of it runs while it is closed. */
export const InspectorLayer = (): ReactElement | null => {
  const { isOpen } = useDock()
  return isOpen
    ? (
      <Part onFail={() => setDock({ isOpen: false })}>
        <Dock />
      </Part>
    )
    : null
}
