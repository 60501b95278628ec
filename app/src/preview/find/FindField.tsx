import { ChevronDown, ChevronUp, X } from "lucide-react"
import type { ReactElement } from "react"
import { useEffect, useRef, useState } from "react"
import { IconButton } from "../../parts/IconButton.js"
import { usePreviewLanguage } from "../usePreviewLanguage.js"
import { useViewerKeys } from "../useViewerKeys.js"
import styles from "./FindField.module.css"

export interface FindFieldProps {
  readonly label: string
  readonly wanted: string
  readonly at: number
  readonly count: number
  /** Otherwise there may be more places than are counted by now. */
  readonly isWhole: boolean
  /** What is said where there is none; by itself, that there is none or that it is still looked for. */
  readonly nothing?: string | undefined
  readonly onWanted: (wanted: string) => void
  readonly onStep: (direction: 1 | -1) => void
  readonly onClose: () => void
}

type Keys = Pick<KeyboardEvent, "ctrlKey" | "key" | "metaKey" | "shiftKey">

export const isFindKey = ({ ctrlKey, key, metaKey }: Keys): boolean => key.toLowerCase() === "f" && (ctrlKey || metaKey)

/** The keys of browsers for the next place, from wherever the focus is. */
const isNextKey = ({ ctrlKey, key, metaKey }: Keys): boolean =>
  key === "F3" || (key.toLowerCase() === "g" && (ctrlKey || metaKey))

/** Enter goes to the next place, with Shift to the one before; Esc closes, and gives the focus back to where it was. */
export const FindField = (
  { at, count, isWhole, label, nothing, onClose, onStep, onWanted, wanted }: FindFieldProps
): ReactElement => {
  const { t } = usePreviewLanguage()
  const words = t.preview.find
  const input = useRef<HTMLInputElement>(null)
  const [before] = useState(() => document.activeElement)
  useEffect(() => () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  }, [before])
  const run = (event: Keys): boolean => {
    if (event.key === "Escape") onClose()
    else if (isFindKey(event)) {
      input.current?.focus()
      input.current?.select()
    } else if (isNextKey(event)) onStep(event.shiftKey ? -1 : 1)
    else return false
    return true
  }
  useViewerKeys(run)
  const none = nothing ?? (isWhole ? words.nothing : words.looking)
  const told = count > 0 ? t.preview.at(at + 1, count, isWhole) : none
  return (
    <div className={styles.find} role="search">
      <input
        aria-label={label}
        autoComplete="off"
        autoFocus
        enterKeyHint="search"
        onChange={(event) => onWanted(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === "Enter") onStep(event.shiftKey ? -1 : 1)
          else if (!run(event)) return
          event.preventDefault()
          event.stopPropagation()
        }}
        placeholder={label}
        ref={input}
        spellCheck={false}
        value={wanted}
      />
      <span className={styles.count} role="status">{wanted === "" ? "" : told}</span>
      <IconButton
        icon={ChevronUp}
        iconSize={16}
        isDisabled={count === 0}
        keys="Shift+Enter"
        label={words.previous}
        onPress={() => onStep(-1)}
      />
      <IconButton
        icon={ChevronDown}
        iconSize={16}
        isDisabled={count === 0}
        keys="Enter"
        label={words.next}
        onPress={() => onStep(1)}
      />
      <IconButton icon={X} iconSize={16} label={t.parts.close} onPress={onClose} />
    </div>
  )
}
