import type { LucideIcon } from "lucide-react"
import type { ReactElement } from "react"
import styles from "./Badge.module.css"
import { classes } from "./classes.js"
import { Icon } from "./Icon.js"

export interface BadgeProps {
  readonly children: string
  readonly tone?: "neutral" | "success" | "warning" | "danger" | "accent" | undefined
  readonly icon?: LucideIcon | undefined
}

export const Badge = ({ children, icon, tone = "neutral" }: BadgeProps): ReactElement => (
  <span className={classes(styles.badge, tone !== "neutral" && styles[tone])}>
    {icon === undefined ? null : <Icon of={icon} size={14} />}
    {children}
  </span>
)
