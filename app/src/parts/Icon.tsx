import type { LucideIcon } from "lucide-react"
import type { ReactElement } from "react"

export type IconSize = 12 | 13 | 14 | 16 | 17 | 18 | 20 | 24

/** The line grows where the icon shrinks, so that all sizes weigh the same. */
const strokeOf = (size: IconSize): number => size <= 12 ? 2.25 : size <= 14 ? 2 : 1.75

export interface IconProps {
  readonly of: LucideIcon
  readonly size?: IconSize | undefined
  readonly filled?: boolean | undefined
  readonly className?: string | undefined
}

/** An icon of the set, hidden from screen readers: what it stands for is said by the words beside it. */
export const Icon = ({ className, filled = false, of: Shape, size = 18 }: IconProps): ReactElement => (
  <Shape
    aria-hidden="true"
    className={className}
    fill={filled ? "currentColor" : "none"}
    focusable="false"
    size={size}
    strokeWidth={strokeOf(size)}
  />
)
