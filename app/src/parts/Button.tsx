import type { LucideIcon } from "lucide-react"
import type { ReactElement, ReactNode, Ref } from "react"
import type { ButtonProps as AriaButtonProps } from "react-aria-components/Button"
import { Button as AriaButton } from "react-aria-components/Button"
import styles from "./Button.module.css"
import { classes } from "./classes.js"
import { Icon } from "./Icon.js"
import { Spinner } from "./Spinner.js"

export type ButtonVariant = "primary" | "neutral" | "ghost" | "danger" | "tint"

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children" | "isPending"> {
  readonly children: ReactNode
  readonly variant?: ButtonVariant | undefined
  readonly size?: "small" | "medium" | "large" | undefined
  readonly icon?: LucideIcon | undefined
  /** A spinner stands in the icon's place, and presses are not heard. */
  readonly pending?: boolean | undefined
  readonly block?: boolean | undefined
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

export const Button = (
  { block = false, children, className, icon, pending = false, size = "medium", variant = "neutral", ...props }:
    ButtonProps
): ReactElement => (
  <AriaButton
    {...props}
    className={classes(
      styles.button,
      variant !== "neutral" && styles[variant],
      size !== "medium" && styles[size],
      block && styles.block,
      className
    )}
    isPending={pending}
  >
    {pending ? <Spinner size={18} /> : icon === undefined ? null : <Icon of={icon} />}
    {children}
  </AriaButton>
)
