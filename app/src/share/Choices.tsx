import type { ReactElement } from "react"
import { useId } from "react"
import styles from "./Choices.module.css"

export interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: string }>
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
}

/** One of a few, as chips: arrows go through them. */
export const Choices = <Value extends string>(
  { label, onChange, options, value }: ChoicesProps<Value>
): ReactElement => {
  const name = useId()
  return (
    <div aria-label={label} className={styles.choices} role="radiogroup">
      {options.map((option) => (
        <label className={styles.choice} key={option.value}>
          <input
            checked={option.value === value}
            name={name}
            onChange={() => onChange(option.value)}
            type="radio"
            value={option.value}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
