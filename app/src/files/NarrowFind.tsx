import { ArrowLeft, X } from "lucide-react"
import type { ReactElement } from "react"
import { useRef } from "react"
import { useLanguage } from "../language/Language.js"
import { IconButton } from "../parts/IconButton.js"
import { useShortcut } from "../parts/Shortcuts.js"
import textStyles from "../parts/style/text.module.css"
import { useFilterText } from "../shell/FilterText.js"
import { stopOfRegion } from "../shell/regions.js"
import styles from "./Bar.module.css"

export interface NarrowFindProps {
  /** Of the page, which only screen readers are told while this is there. */
  readonly title: string
  readonly onClose: () => void
}

/** The text that a narrow page filters by, in the place of its title. */
export const NarrowFind = ({ onClose, title }: NarrowFindProps): ReactElement => {
  const { t } = useLanguage()
  const { setText, text } = useFilterText()
  const field = useRef<HTMLInputElement>(null)
  useShortcut("filter", () => field.current?.focus())
  const close = () => {
    setText("")
    onClose()
  }
  return (
    <div className={styles.find} role="search">
      <h1 className={textStyles.hidden}>{title}</h1>
      <IconButton className={styles.up} icon={ArrowLeft} label={t.files.closeFilter} onPress={close} />
      <input
        aria-label={t.files.filter}
        autoComplete="off"
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return
          if (text !== "") return setText("")
          onClose()
          stopOfRegion("list")?.focus()
        }}
        placeholder={t.files.filter}
        ref={field}
        type="search"
        value={text}
      />
      {text === "" ? null : (
        <IconButton
          icon={X}
          label={t.files.clearFilterText}
          onPress={() => {
            setText("")
            field.current?.focus()
          }}
        />
      )}
    </div>
  )
}
