/** The code of docs/inspector.md. */
import type { DriveClient } from "effect-drive/promise"
import { lazy, Suspense } from "react"

const Inspector = lazy(() => import("effect-drive/inspector").then(({ Inspector }) => ({ default: Inspector })))

export const Dock = ({ drive, onClose }: { drive: DriveClient; onClose: () => void }) => (
  <div style={{ position: "fixed", inset: "auto 0 0 0", height: "60vh" }}>
    <Suspense fallback={null}>
      <Inspector drive={drive} language="en" onClose={onClose} />
    </Suspense>
  </div>
)
