import { X } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../../language/Language.js"
import { IconButton } from "../../parts/IconButton.js"
import styles from "./Text.module.css"

export interface FindFieldProps {
  readonly label: string
  readonly wanted: string
  readonly at: number
  readonly count: number
  readonly onWanted: (wanted: string) => void
  readonly onStep: (direction: 1 | -1) => void
  readonly onClose: () => void
}

/** Enter goes to the next place, with Shift to the one before; Esc closes. */
export const FindField = (
  { at, count, label, onClose, onStep, onWanted, wanted }: FindFieldProps
): ReactElement => {
  const { t } = useLanguage()
  return (
    <div className={styles.find} role="search">
      <input
        aria-label={label}
        autoFocus
        onChange={(event) => onWanted(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onStep(event.shiftKey ? -1 : 1)
          else if (event.key === "Escape") onClose()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
        placeholder={label}
        value={wanted}
      />
      <span className={styles.count} role="status">
        {wanted === "" ? "" : count === 0 ? t.preview.text.nothing : t.preview.at(at + 1, count, true)}
      </span>
      <IconButton icon={X} iconSize={16} label={t.parts.close} onPress={onClose} />
    </div>
  )
}
