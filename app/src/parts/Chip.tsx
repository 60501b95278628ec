import { X } from "lucide-react"
import type { ReactElement } from "react"
import { Button } from "react-aria-components/Button"
import styles from "./Chip.module.css"
import { Icon } from "./Icon.js"

export interface ChipProps {
  readonly children: string
  readonly pressed: boolean
  readonly onChange: (pressed: boolean) => void
}

/** One filter: pressed it is tinted and shows how to take it off. */
export const Chip = ({ children, onChange, pressed }: ChipProps): ReactElement => (
  <Button
    aria-pressed={pressed}
    className={styles.chip ?? ""}
    onPress={() => onChange(!pressed)}
  >
    {children}
    {pressed ? <Icon of={X} size={14} /> : null}
  </Button>
)
