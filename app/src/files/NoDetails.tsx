import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { DetailsFrame } from "./DetailsFrame.js"
import styles from "./DetailsPanel.module.css"

export interface NoDetailsProps {
  readonly count: number
  /** Bytes of all that is selected; 0 where nobody knows them. */
  readonly size: number
  readonly onClose: () => void
}

/** The panel while not one item is selected, but none or several. */
export const NoDetails = ({ count, onClose, size }: NoDetailsProps): ReactElement => {
  const { format, t } = useLanguage()
  return (
    <DetailsFrame
      about={size === 0 ? undefined : format.bytes(size)}
      kind={undefined}
      onClose={onClose}
      title={count === 0 ? t.files.details : t.files.selected(count)}
    >
      <p className={styles.none}>{t.files.selectOne}</p>
    </DetailsFrame>
  )
}
