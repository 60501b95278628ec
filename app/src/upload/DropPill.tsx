/** What is said over the list while files from outside are dragged over it. */
import { Upload } from "lucide-react"
import type { ReactElement } from "react"
import { createPortal } from "react-dom"
import { Icon } from "../parts/Icon.js"
import styles from "./DropPill.module.css"

export interface DropPillProps {
  /** Where they would go. */
  readonly title: string
  /** How many they are, and what becomes of them. */
  readonly hint: string
}

export const DropPill = ({ hint, title }: DropPillProps): ReactElement | null => {
  const list = document.getElementById("list")
  if (list === null) return null
  return createPortal(
    <div className={styles.over}>
      <div className={styles.pill}>
        <span className={styles.mark}>
          <Icon of={Upload} size={20} />
        </span>
        <span>
          <b>{title}</b>
          <small>{hint}</small>
        </span>
      </div>
    </div>,
    list
  )
}
