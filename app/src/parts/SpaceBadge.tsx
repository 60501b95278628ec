import type { ReactElement } from "react"
import { classes } from "./classes.js"
import styles from "./SpaceBadge.module.css"

const grounds = 6

/** The same space wears the same ground everywhere. */
const groundOf = (id: string): number => {
  let hash = 0
  for (const sign of id) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 65_521
  return hash % grounds
}

export interface SpaceBadgeProps {
  readonly spaceId: string
  readonly name: string
  readonly size?: "small" | "medium" | "large" | undefined
  readonly off?: boolean | undefined
}

export const SpaceBadge = ({ name, off = false, size = "medium", spaceId }: SpaceBadgeProps): ReactElement => (
  <span
    aria-hidden="true"
    className={classes(
      styles.badge,
      size !== "medium" && styles[size],
      styles[`g${groundOf(spaceId)}`],
      off && styles.off
    )}
  >
    {[...name][0]?.toUpperCase()}
  </span>
)
