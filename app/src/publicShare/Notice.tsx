import type { LucideIcon } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { Icon } from "../parts/Icon.js"
import styles from "./CodeGate.module.css"

export interface NoticeProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

/** One thing in the middle of the page: what stands in the way, and what to do about it. */
export const Notice = ({ children, icon, text, title }: NoticeProps): ReactElement => (
  <main className={styles.gate}>
    <span className={styles.tile}>
      <Icon of={icon} size={24} />
    </span>
    <h1 className={styles.title}>{title}</h1>
    <p className={styles.text}>{text}</p>
    {children}
  </main>
)
