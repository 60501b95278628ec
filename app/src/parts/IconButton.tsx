import type { LucideIcon } from "lucide-react"
import type { ReactElement, Ref } from "react"
import type { ButtonProps as AriaButtonProps } from "react-aria-components/Button"
import { Button as AriaButton } from "react-aria-components/Button"
import styles from "./Button.module.css"
import { classes } from "./classes.js"
import type { IconSize } from "./Icon.js"
import { Icon } from "./Icon.js"

export interface IconButtonProps
  extends Omit<AriaButtonProps, "className" | "style" | "children" | "aria-label" | "aria-pressed">
{
  /** Its name for screen readers, and its tooltip. */
  readonly label: string
  readonly icon: LucideIcon
  readonly iconSize?: IconSize | undefined
  readonly filled?: boolean | undefined
  /** Keys that do the same, shown in the tooltip. */
  readonly keys?: string | undefined
  readonly pressed?: boolean | undefined
  readonly ground?: "surface" | "canvas" | "raised" | undefined
  /** A dot at the corner: something goes on behind this button. */
  readonly dot?: "accent" | "warning" | undefined
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

export const IconButton = (
  { className, dot, filled, ground = "surface", icon, iconSize, keys, label, pressed, ...props }: IconButtonProps
): ReactElement => (
  <AriaButton
    {...props}
    {...(pressed === undefined ? {} : { "aria-pressed": pressed })}
    aria-label={label}
    className={classes(
      styles.icon,
      ground === "canvas" && styles.onCanvas,
      ground === "raised" && styles.onRaised,
      className
    )}
    data-tip={keys ?? ""}
  >
    <Icon filled={filled} of={icon} size={iconSize} />
    {dot === undefined ? null : <span className={styles.dot} data-tone={dot} />}
  </AriaButton>
)
