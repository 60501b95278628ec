import type { ReactNode } from "react"
import type { FileKind } from "../fileKind.js"

/** How a list tells one of its things from another, and what it draws of it. */
export interface Describe<Item> {
  readonly id: (item: Item) => string
  readonly name: (item: Item) => string
  readonly kind: (item: Item) => FileKind
  /** The row in words: name, kind, size, time. */
  readonly spoken: (item: Item) => string
  /** Below the name of a tile. */
  readonly caption: (item: Item) => string
  /** Drawn in place of the tile of its kind: its thumbnail. `isWhole` fills the tile of the grid view. */
  readonly picture?: ((item: Item, isWhole: boolean) => ReactNode) | undefined
  readonly isStarred?: ((item: Item) => boolean) | undefined
  readonly isLinked?: ((item: Item) => boolean) | undefined
  readonly isPinned?: ((item: Item) => boolean) | undefined
  /** What is going on with it: it is being made or moved, or that was refused. */
  readonly condition?: ((item: Item) => Condition | undefined) | undefined
}

export type Condition =
  | { readonly _tag: "Pending"; readonly text: string }
  | { readonly _tag: "Failed"; readonly text: string; readonly retry?: (() => void) | undefined }
  | { readonly _tag: "Cut" }

/** The rows as they stand below each other. */
export interface Order {
  readonly count: number
  readonly idAt: (index: number) => string | undefined
  readonly indexOf: (id: string) => number | undefined
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Where the keys go when a name is saved: to its row, to the field of the next one, or where a click has led them. */
export type AfterName = "stay" | "next" | "away"

/** A name that is being changed in its row. */
export interface Rename {
  /** A name to take in place of the one that was refused. */
  readonly free?: string | undefined
  readonly id: string
  /** What was typed before it was refused. */
  readonly typed: string | undefined
  readonly error: string | undefined
  readonly isBusy: boolean
  /** What was wrong was wrong with the name before. */
  readonly onChange: () => void
  readonly onSubmit: (name: string, then: AfterName) => void
  readonly onCancel: () => void
}

/** What rows and tiles share. */
export interface GridFace<Item> {
  readonly describe: Describe<Item>
  readonly isNarrow: boolean
  readonly rename: Rename | undefined
  readonly tools: ((item: Item) => ReactNode) | undefined
  /** Whether this one shall take the focus now, because a key led to it; true once. */
  readonly takesFocus: (id: string) => boolean
}

/**
 * The order of a list. A position is looked for from the last one that was found, where a key leads; a table of all would be made
 * anew for every order, which takes longer than a frame where the list is long.
 */
export const orderOf = <Item>(items: ReadonlyArray<Item>, idOf: (item: Item) => string): Order => {
  let last = 0
  const isAt = (id: string, index: number): boolean => {
    const item = items[index]
    return item !== undefined && idOf(item) === id
  }
  return {
    count: items.length,
    idAt: (index) => {
      const item = items[index]
      return item === undefined ? undefined : idOf(item)
    },
    indexOf: (id) => {
      for (let away = 0; away <= items.length; away++) {
        const found = isAt(id, last + away) ? last + away : isAt(id, last - away) ? last - away : undefined
        if (found !== undefined) return last = found
      }
      return undefined
    }
  }
}
