import { Check, Minus } from "lucide-react"
import type { ReactElement } from "react"
import styles from "./Checkbox.module.css"
import { classes } from "./classes.js"
import { Icon } from "./Icon.js"

export interface CheckMarkProps {
  readonly state: "on" | "off" | "mixed"
  readonly className?: string | undefined
}

/** The picture of a check box; what it means is said by the row that it stands in. */
export const CheckMark = ({ className, state }: CheckMarkProps): ReactElement => (
  <span aria-hidden="true" className={classes(styles.box, className)} data-on={state === "off" ? undefined : ""}>
    <Icon of={state === "mixed" ? Minus : Check} size={12} />
  </span>
)
