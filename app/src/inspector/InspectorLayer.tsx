import type { ReactElement } from "react"
import { lazy, Suspense } from "react"
import { useDock } from "./dockState.js"

const Dock = lazy(async () => ({ default: (await import("./Dock.js")).Dock }))

/** Nothing of the inspector is loaded before it is first opened, and nothing of it runs while it is closed. */
export const InspectorLayer = (): ReactElement | null => {
  const { isOpen } = useDock()
  return isOpen
    ? (
      <Suspense fallback={null}>
        <Dock />
      </Suspense>
    )
    : null
}
