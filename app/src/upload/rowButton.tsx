/** The button with a word at the end of a row of the transfers panel. */
import type { ReactElement } from "react"
import type { Strings } from "../language/catalogue.js"
import { Button } from "../parts/Button.js"
import styles from "./TransfersPanel.module.css"

/** `name` is the row's: whoever hears the button alone hears what it is for. */
export const rowButton =
  (t: Strings, name: string) =>
  (label: string, onPress: () => void, variant: "neutral" | "tint" = "neutral"): ReactElement => (
    <Button
      aria-label={t.parts.labelled(label, name)}
      className={styles.wide}
      onPress={onPress}
      size="small"
      variant={variant}
    >
      {label}
    </Button>
  )
