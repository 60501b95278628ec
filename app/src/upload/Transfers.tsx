import type { ReactElement } from "react"
import { lazy, Suspense } from "react"
import { DropSheet } from "./DropSheet.js"
import { usePanel } from "./panelState.js"
import { TransferWatch } from "./TransferWatch.js"

const TransfersPanel = lazy(async () => ({ default: (await import("./TransfersPanel.js")).TransfersPanel }))

/** All that is always there for transfers; it comes after the list has been drawn, and the panel with the first of them. */
export const Transfers = (): ReactElement => {
  const { state } = usePanel()
  return (
    <>
      {state === "closed" ? null : (
        <Suspense fallback={null}>
          <TransfersPanel />
        </Suspense>
      )}
      <TransferWatch />
      <DropSheet />
    </>
  )
}
