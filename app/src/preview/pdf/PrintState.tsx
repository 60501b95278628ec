import type { ReactElement } from "react"
import styles from "./Pdf.module.css"

export interface PrintStateProps {
  /** Which page is drawn for paper; empty where none is. */
  readonly text: string
  readonly cancel: string
  readonly onCancel: () => void
  /** What paper says where the browser was asked and not this page, and pages are missing. */
  readonly missing: string
}

/** How far the pages are that will be printed. */
export const PrintState = ({ cancel, missing, onCancel, text }: PrintStateProps): ReactElement => (
  <>
    <div className={styles.printState} data-on={text === "" ? undefined : ""} role="status">
      {text === "" ? null : (
        <>
          <span>{text}</span>
          <button onClick={onCancel} type="button">{cancel}</button>
        </>
      )}
    </div>
    <p className={styles.missing}>{missing}</p>
  </>
)
