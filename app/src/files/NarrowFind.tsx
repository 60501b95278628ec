import { ArrowLeft } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { IconButton } from "../parts/IconButton.js"
import { useFilterText } from "../shell/FilterText.js"
import styles from "./Bar.module.css"

/** The text that a narrow page filters by, in the place of its title. */
export const NarrowFind = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const { t } = useLanguage()
  const { setText, text } = useFilterText()
  const close = () => {
    setText("")
    onClose()
  }
  return (
    <div className={styles.find} role="search">
      <IconButton className={styles.up} icon={ArrowLeft} label={t.files.clearFilterText} onPress={close} />
      <input
        aria-label={t.files.filter}
        autoComplete="off"
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") close()
        }}
        placeholder={t.files.filter}
        type="search"
        value={text}
      />
    </div>
  )
}
