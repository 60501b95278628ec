import type { ReactElement } from "react"
import styles from "./Media.module.css"
import type { CaptionsState } from "./useCaptions.js"

/** What is said just now, as plain text. */
export const CaptionLines = ({ captions }: { readonly captions: CaptionsState }): ReactElement | null =>
  captions.lines.length === 0 ?
    null :
    (
      <div className={styles.captions} data-captions="" lang={captions.tag === "" ? undefined : captions.tag}>
        {captions.lines.map((line, at) => (
          <p dir="auto" key={`${at} ${line}`}>
            <span>{line}</span>
          </p>
        ))}
      </div>
    )
