import type { LucideIcon } from "lucide-react"
import type { ReactNode } from "react"

/** One thing that a menu can do. */
export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly icon?: LucideIcon | undefined
  readonly filled?: boolean | undefined
  /** Drawn in place of icon and label. */
  readonly content?: ReactNode
  /** Keys that do the same. */
  readonly keys?: string | undefined
  readonly tone?: "danger" | undefined
  readonly checked?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** One of the four that a bottom sheet shows as tiles on top. */
  readonly quick?: boolean | undefined
  /** On a tile, where it has a few letters. */
  readonly shortLabel?: string | undefined
  readonly onAction: () => void
}

/** Groups, with a rule between each two. */
export type MenuGroups = ReadonlyArray<ReadonlyArray<MenuEntry>>
