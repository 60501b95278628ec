import { useVirtualizer } from "@tanstack/react-virtual"
import type { ReactElement, ReactNode } from "react"
import { useRef } from "react"
import { useLanguage } from "../language/Language.js"
import styles from "./TransfersPanel.module.css"

/** A row of the panel, drawn so many px below the first one. */
export interface TransferLine {
  readonly key: string
  readonly draw: (top: number) => ReactNode
}

/** As the style has it: a name, and a reason in two lines. */
const rowHeight = 64

/** Of thousands of rows only those in sight are drawn. */
export const TransferLines = ({ lines }: { readonly lines: ReadonlyArray<TransferLine> }): ReactElement => {
  "use no memo"
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- all that reads it is in this component
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    paddingStart: 6,
    paddingEnd: 6
  })
  const { t } = useLanguage()
  return (
    <div aria-label={t.shell.transfers} className={styles.list} ref={scroller} role="group" tabIndex={0}>
      <ul className={styles.space} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => lines[index]?.draw(start))}
      </ul>
    </div>
  )
}
