import type { ReactElement } from "react"
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip"
import { useTipsPlace } from "./TipsPlace.js"
import styles from "./Tooltip.module.css"

export interface TooltipProps {
  readonly text: string
  readonly keys?: string | undefined
  readonly children: ReactElement
}

/** What a control without words is for; shown after a moment of resting on it, and at once with the keyboard. */
export const Tooltip = ({ children, keys, text }: TooltipProps): ReactElement => {
  const place = useTipsPlace()
  return (
    <TooltipTrigger closeDelay={0} delay={500}>
      {children}
      <AriaTooltip
        className={styles.tooltip ?? ""}
        offset={6}
        {...(place === null ? {} : { UNSTABLE_portalContainer: place })}
      >
        <span>{text}</span>
        {keys === undefined ? null : <span className={styles.keys}>{keys}</span>}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
