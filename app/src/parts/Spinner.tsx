import type { ReactElement } from "react"
import { classes } from "./classes.js"
import styles from "./Spinner.module.css"

export interface SpinnerProps {
  /** Said by screen readers; left out where a sentence beside it says it already. */
  readonly label?: string | undefined
  readonly size?: 16 | 18 | 24 | undefined
}

export const Spinner = ({ label, size = 18 }: SpinnerProps): ReactElement => {
  const className = classes(styles.spinner, styles[`s${size}`])
  return label === undefined
    ? <span aria-hidden="true" className={className} />
    : <span aria-label={label} className={className} role="img" />
}
