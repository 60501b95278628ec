import type { LucideIcon } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import styles from "./Banner.module.css"
import { Button } from "./Button.js"
import { classes } from "./classes.js"
import { Icon } from "./Icon.js"

export interface BannerProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text?: string | undefined
  readonly tone?: "warning" | "info" | "danger" | undefined
  readonly action?: {
    readonly label: string
    readonly onPress: () => void
    readonly isPending?: boolean | undefined
  } | undefined
}

/** Inside the sheet, above the bar: it pushes the list down once and never floats. */
export const Banner = ({ action, icon, text, title, tone = "warning" }: BannerProps): ReactElement => {
  const { betweenSentences } = useLanguage().t.parts
  return (
    <div className={classes(styles.banner, tone !== "warning" && styles[tone])} data-banner="" role="status">
      <Icon of={icon} />
      <p className={styles.words}>
        <b>{title}</b>
        {text === undefined ? null : (
          <>
            {betweenSentences}
            <span>{text}</span>
          </>
        )}
      </p>
      {action === undefined
        ? null
        : (
          <Button
            className={styles.action}
            onPress={action.onPress}
            pending={action.isPending}
            size="small"
            variant="ghost"
          >
            {action.label}
          </Button>
        )}
    </div>
  )
}
