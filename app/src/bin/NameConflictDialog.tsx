import type { ReactElement } from "react"
import { useState } from "react"
import { Button } from "../parts/Button.js"
import { Dialog } from "../parts/Dialog.js"
import { onFirstClick } from "../parts/onFirstClick.js"
import styles from "./Bin.module.css"
import type { TakenAnswer, TakenName } from "./nameConflicts.js"
import { useBinLanguage } from "./useBinLanguage.js"

export interface NameConflictDialogProps {
  readonly taken: ReadonlyArray<TakenName>
  readonly folderOf: (taken: TakenName) => string
  readonly onAnswer: (answers: ReadonlyArray<readonly [TakenName, TakenAnswer]>) => void
  readonly onClose: () => void
}

const answers = ["keepBoth", "replace", "skip"] as const

/** Asks what is to become of each name that is taken, one after the other; one answer may do for all that are left. */
export const NameConflictDialog = (
  { folderOf, onAnswer, onClose, taken }: NameConflictDialogProps
): ReactElement | null => {
  const { t } = useBinLanguage()
  const words = t.bin.taken
  const [given, setGiven] = useState<ReadonlyArray<readonly [TakenName, TakenAnswer]>>([])
  const [answer, setAnswer] = useState<TakenAnswer>("keepBoth")
  const [isForAll, setForAll] = useState(false)
  const current = taken[given.length]
  if (current === undefined) return null
  const others = taken.length - given.length - 1
  const submit = () => {
    const now = isForAll ? taken.slice(given.length) : [current]
    const next = [...given, ...now.map((one) => [one, answer] as const)]
    if (next.length < taken.length) return setGiven(next)
    onClose()
    onAnswer(next)
  }
  const texts = { keepBoth: words.keepBothText(current.freeName), replace: words.replaceText, skip: undefined }
  return (
    <Dialog
      about={words.text(current.item.name, folderOf(current))}
      foot={
        <>
          {others === 0 ? null : (
            <label className={styles.all}>
              <input checked={isForAll} onChange={(event) => setForAll(event.target.checked)} type="checkbox" />
              {words.forAll(others)}
            </label>
          )}
          <Button onPress={onClose} variant="ghost">{t.parts.cancel}</Button>
          <Button onClick={onFirstClick(submit)} variant="primary">
            {answer === "skip" ? words.skip : t.bin.restore}
          </Button>
        </>
      }
      onClose={onClose}
      title={words.title(taken.length)}
    >
      <div aria-label={words.title(taken.length)} className={styles.answers} role="radiogroup">
        {answers.map((one) => (
          <label className={styles.answer} key={one}>
            <input
              autoFocus={one === "keepBoth"}
              checked={answer === one}
              name="answer"
              onChange={() => setAnswer(one)}
              type="radio"
            />
            <span>
              <b>{words[one]}</b>
              {texts[one] === undefined ? null : <small>{texts[one]}</small>}
            </span>
          </label>
        ))}
      </div>
    </Dialog>
  )
}
