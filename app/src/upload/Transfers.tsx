import type { ReactElement } from "react"
import { DropSheet } from "./DropSheet.js"
import { TransfersPanel } from "./TransfersPanel.js"
import { TransferWatch } from "./TransferWatch.js"

/** All that is always there for transfers; it comes after the list has been drawn. */
export const Transfers = (): ReactElement => (
  <>
    <TransfersPanel />
    <TransferWatch />
    <DropSheet />
  </>
)
