import type { ReactNode } from "react"

export interface CellContext {
  /** Two lines a row: there is room for little more than the day. */
  readonly isNarrow: boolean
}

/** One column behind the name. */
export interface Column<Item> {
  readonly id: string
  readonly label: string
  /** Numbers end at one line, words begin at one. */
  readonly align?: "end" | undefined
  /** The track of the column where there is room for all, and where there is not. */
  readonly wide: string
  readonly narrow: string
  /** Shown from this width of the list on, in px. */
  readonly from: number
  /** Part of the second line where the list has room for one column only. */
  readonly inSecondLine?: boolean | undefined
  readonly sortable?: boolean | undefined
  /** Says what is going on with the item in place of its own words: that it is being moved, or why it was not. */
  readonly tellsCondition?: boolean | undefined
  /** What the cell says; `undefined` draws a dash, and nothing in the second line. */
  readonly cell: (item: Item, context: CellContext) => ReactNode
}

export interface Sort {
  readonly column: string
  readonly isAscending: boolean
}
