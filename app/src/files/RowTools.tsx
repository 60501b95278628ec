import { Ellipsis, EllipsisVertical } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import styles from "../parts/grid/Grid.module.css"
import { Icon } from "../parts/Icon.js"
import { useMedia } from "../parts/useMedia.js"

/** The button at the end of a row; keyboards reach the same menu with the menu key or Shift+F10. */
export const RowTools = ({ onMenu }: { readonly onMenu: (at: DOMRect) => void }): ReactElement => {
  const { t } = useLanguage()
  const isTouch = useMedia("(pointer: coarse), (width < 640px)")
  return (
    <button
      aria-label={t.parts.more}
      className={styles.tool}
      onClick={(event) => onMenu(event.currentTarget.getBoundingClientRect())}
      tabIndex={-1}
      type="button"
    >
      <Icon of={isTouch ? EllipsisVertical : Ellipsis} />
    </button>
  )
}
