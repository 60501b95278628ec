import { Undo2 } from "lucide-react"
import type { ReactElement } from "react"
import type { RowPress } from "../files/RowTools.js"
import { RowTools } from "../files/RowTools.js"
import { useLanguage } from "../language/Language.js"
import { Icon } from "../parts/Icon.js"
import styles from "./Bin.module.css"

export interface BinToolsProps {
  readonly onRestore: () => void
  readonly onMenu: (press: RowPress) => void
}

/** At the end of a row: what one came for, and the rest. */
export const BinTools = ({ onMenu, onRestore }: BinToolsProps): ReactElement => {
  const { t } = useLanguage()
  return (
    <>
      <button className={styles.restore} onClick={onRestore} tabIndex={-1} type="button">
        <Icon of={Undo2} size={16} />
        {t.bin.restore}
      </button>
      <RowTools onMenu={onMenu} />
    </>
  )
}
