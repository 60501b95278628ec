import { Ellipsis, EllipsisVertical } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import styles from "../parts/grid/Grid.module.css"
import { Icon } from "../parts/Icon.js"
import { isByTouch } from "../parts/isByTouch.js"
import { useMedia } from "../parts/useMedia.js"

export interface RowPress {
  readonly at: DOMRect
  readonly byTouch: boolean
}

/** The button at the end of a row; keyboards reach the same menu with the menu key or Shift+F10. */
export const RowTools = ({ onMenu }: { readonly onMenu: (press: RowPress) => void }): ReactElement => {
  const { t } = useLanguage()
  const isTouch = useMedia("(pointer: coarse), (width < 640px)")
  return (
    <button
      aria-label={t.parts.more}
      className={styles.tool}
      onClick={(event) => onMenu({ at: event.currentTarget.getBoundingClientRect(), byTouch: isByTouch(event) })}
      tabIndex={-1}
      type="button"
    >
      <Icon of={isTouch ? EllipsisVertical : Ellipsis} />
    </button>
  )
}
