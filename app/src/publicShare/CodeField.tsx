import type { ReactElement } from "react"
import { useState } from "react"
import { classes } from "../parts/classes.js"
import styles from "./CodeGate.module.css"

export interface CodeFieldProps {
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
export const CodeField = ({ describedBy, isWrong, label, onChange, value }: CodeFieldProps): ReactElement => {
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
