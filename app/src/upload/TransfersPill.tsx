import { ChevronUp, X } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { IconButton } from "../parts/IconButton.js"
import { leavePicture } from "../parts/leavePicture.js"
import { Ring } from "../parts/ProgressBar.js"
import type { TransferHead } from "./TransferHead.js"
import styles from "./TransfersPanel.module.css"

export interface TransfersPillProps {
  /** Of the tab that is open behind it. */
  readonly head: TransferHead | undefined
  readonly openUploads: number
  readonly openDownloads: number
  readonly hasFailed: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

/** The panel, folded: one line about all that is on its way. */
export const TransfersPill = (
  { hasFailed, head, onClose, onOpen, openDownloads, openUploads }: TransfersPillProps
): ReactElement => {
  const { t } = useLanguage()
  return (
    <section aria-label={t.shell.transfers} className={styles.pill} data-folded data-region="panel" ref={leavePicture}>
      <Ring failed={hasFailed} percent={head?.percent ?? 0} />
      <button onClick={onOpen} type="button">
        <span className={styles.title}>
          {openUploads > 0 && openDownloads > 0
            ? t.upload.pill(openUploads, openDownloads)
            : head?.title ?? t.shell.transfers}
        </span>
        <span className={styles.sub}>{head?.facts}</span>
      </button>
      <IconButton ground="raised" icon={ChevronUp} label={t.upload.actions.unfold} onPress={onOpen} />
      <IconButton ground="raised" icon={X} label={t.parts.close} onPress={onClose} />
    </section>
  )
}
