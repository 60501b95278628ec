import type { ReactElement } from "react"
import { lazy, Suspense } from "react"
import { TaskWatch } from "../download/TaskWatch.js"
import { Boundary } from "../parts/Boundary.js"
import { useReportCrash } from "../parts/useReportCrash.js"
import { DropSheet } from "./DropSheet.js"
import { usePanel } from "./panelState.js"
import { TransferWatch } from "./TransferWatch.js"

const TransfersPanel = lazy(async () => ({ default: (await import("./TransfersPanel.js")).TransfersPanel }))

/** All that is always there for transfers; it comes after the list has been drawn, and the panel with the first of them. */
export const Transfers = (): ReactElement => {
  const { state } = usePanel()
  const tellBroken = useReportCrash()
  return (
    <>
      {state === "closed" ? null : (
        <Boundary onFail={tellBroken}>
          <Suspense fallback={null}>
            <TransfersPanel />
          </Suspense>
        </Boundary>
      )}
      <TransferWatch />
      <TaskWatch />
      <DropSheet />
    </>
  )
}
