import type { ReactElement } from "react"
import { TaskWatch } from "../download/TaskWatch.js"
import { loadedLater } from "../parts/loadedLater.js"
import { Part } from "../parts/Part.js"
import { DropSheet } from "./DropSheet.js"
import { setPanel, usePanel } from "./panelState.js"
import { TransferWatch } from "./TransferWatch.js"

const TransfersPanel = loadedLater(async () => (await import("./TransfersPanel.js")).TransfersPanel)

/** All that is always there for transfers; it comes after the list has been drawn, and the panel with the first of them. */
export const Transfers = (): ReactElement => {
  const { state } = usePanel()
  return (
    <>
      {state === "closed" ? null : (
        <Part onFail={() => setPanel("closed")}>
          <TransfersPanel />
        </Part>
      )}
      <TransferWatch />
      <TaskWatch />
      <DropSheet />
    </>
  )
}
