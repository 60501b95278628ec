import type { ReactElement, ReactNode } from "react"
import { Switch as AriaSwitch } from "react-aria-components/Switch"
import { classes } from "./classes.js"
import styles from "./Switch.module.css"

export interface SwitchProps {
  readonly children: ReactNode
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  /** Amber: it does harm on purpose. */
  readonly fault?: boolean | undefined
}

export const Switch = ({ children, fault = false, on, onChange }: SwitchProps): ReactElement => (
  <AriaSwitch className={styles.row ?? ""} isSelected={on} onChange={onChange}>
    <span className={styles.words}>{children}</span>
    <span className={classes(styles.track, fault && styles.fault)} />
  </AriaSwitch>
)
