import { LockKeyhole } from "lucide-react"
import type { ReactElement } from "react"
import { useState } from "react"
import { classes } from "../parts/classes.js"
import styles from "./CodeGate.module.css"
import { Notice } from "./Notice.js"
import page from "./SharedPage.module.css"
import { useWords } from "./Words.js"

interface CodeFieldProps {
  readonly label: string
  readonly value: string
  readonly isWrong: boolean
  readonly describedBy: string | undefined
  readonly onChange: (value: string) => void
}

/** As many boxes as the shortest code has signs; the service tells nobody how long this one is. */
const fewest = 4

/** With more, boxes would no longer fit a phone. */
const most = 6

/** One real field, over boxes that show what is in it. */
const CodeField = ({ describedBy, isWrong, label, onChange, value }: CodeFieldProps): ReactElement => {
  const [isFocused, setFocused] = useState(false)
  const signs = [...value]
  const count = Math.max(fewest, signs.length)
  const isLong = count > most
  return (
    <div className={classes(styles.code, isLong && styles.long, isWrong && styles.wrong)}>
      {isLong ? null : Array.from({ length: count }, (_, index) => (
        <span
          aria-hidden="true"
          data-on={isFocused && index === Math.min(signs.length, count - 1) || undefined}
          data-caret={isFocused && index === signs.length || undefined}
          key={index}
        >
          {signs[index]}
        </span>
      ))}
      <input
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        aria-label={label}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        autoFocus
        maxLength={64}
        onBlur={() => setFocused(false)}
        onChange={(event) => onChange(event.target.value.trim())}
        onFocus={() => setFocused(true)}
        spellCheck={false}
        value={value}
      />
    </div>
  )
}

export interface CodeGateProps {
  readonly isWrong: boolean
  readonly isBusy: boolean
  readonly onEnter: (code: string) => void
}

const shortest = 4

export const CodeGate = ({ isBusy, isWrong, onEnter }: CodeGateProps): ReactElement => {
  const { t } = useWords()
  const [code, setCode] = useState("")
  const [refused, setRefused] = useState<string>()
  // a code that is being changed is no wrong one any more
  const isRefused = isWrong && !isBusy && refused === code
  return (
    <Notice icon={LockKeyhole} text={t.codeText} title={t.hasCode}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (code.length < shortest || isBusy) return
          setRefused(code)
          onEnter(code)
        }}
      >
        <CodeField
          describedBy={isRefused ? "refused" : undefined}
          isWrong={isRefused}
          label={t.code}
          onChange={setCode}
          value={code}
        />
        <button
          aria-disabled={code.length < shortest || isBusy || undefined}
          className={page.button}
          data-size="large"
          type="submit"
        >
          {t.open}
        </button>
        <p className={styles.bad} id="refused" role="alert">{isRefused ? t.wrongCode : ""}</p>
      </form>
    </Notice>
  )
}
