import type { FocusEvent, KeyboardEvent, ReactElement, ReactNode } from "react"
import { useRef } from "react"

export interface ToolbarProps {
  readonly label: string
  readonly children: ReactNode
  readonly className: string | undefined
  /** Default: a toolbar. */
  readonly role?: "toolbar" | "radiogroup"
}

const steps: Readonly<Partial<Record<string, number>>> = { ArrowLeft: -1, ArrowRight: 1 }

/**
 * Buttons that are one stop of the Tab key: the arrow keys lead from one to the next, and Tab comes back to the one that was left. That
 * of React Aria brings 4 KiB, for which the first screen would have to wait.
 */
export const Toolbar = ({ children, className, label, role = "toolbar" }: ToolbarProps): ReactElement => {
  const left = useRef<HTMLElement>(undefined)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { currentTarget, key, shiftKey, target } = event
    // what a menu over it hears comes here too
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return
    const buttons = [...currentTarget.querySelectorAll<HTMLElement>("button:not(:disabled)")]
    if (key === "Tab") {
      left.current = target
      // from the outermost one the browser goes on to what is beside the toolbar
      return buttons.at(shiftKey ? 0 : -1)?.focus()
    }
    const step = steps[key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const isReversed = currentTarget.matches(":dir(rtl)")
    buttons[buttons.indexOf(target) + (isReversed ? -step : step)]?.focus()
  }

  const isInside = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
    relatedTarget instanceof Node && currentTarget.contains(relatedTarget)

  const onFocus = (event: FocusEvent) => {
    if (isInside(event)) return
    // who presses a button means that one
    if (event.target.matches(":focus-visible")) left.current?.focus()
    left.current = undefined
  }

  const onBlur = (event: FocusEvent) => {
    if (!isInside(event) && event.target instanceof HTMLElement) left.current ??= event.target
  }

  return (
    <div
      aria-label={label}
      className={className}
      onBlurCapture={onBlur}
      onFocusCapture={onFocus}
      onKeyDownCapture={onKeyDown}
      role={role}
    >
      {children}
    </div>
  )
}
