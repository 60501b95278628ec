import type { ReactElement } from "react"
import { Button } from "../parts/Button.js"
import styles from "./ShareDialog.module.css"

export interface QuestionProps {
  readonly title: string
  readonly text: string
  readonly yes: string
  readonly no: string
  readonly isDangerous: boolean
  readonly isBusy: boolean
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Asked in place, where the switch stands that led to it. */
export const Question = ({ isBusy, isDangerous, no, onNo, onYes, text, title, yes }: QuestionProps): ReactElement => (
  <div aria-label={title} className={styles.question} role="group">
    <p>
      <b>{title}</b>
      {text}
    </p>
    <div>
      <Button autoFocus onPress={onNo} size="small">{no}</Button>
      <Button onPress={onYes} pending={isBusy} size="small" variant={isDangerous ? "danger" : "neutral"}>{yes}</Button>
    </div>
  </div>
)
