import type { Strings } from "../language/catalogue.js"

export type ShortcutGroup = "move" | "select" | "windows" | "selection" | "here"

/** One shortcut: it works where a component has bound it, and stands in the overlay as long as it does. */
export interface ShortcutEntry {
  readonly id: string
  /** "Mod+Shift+N", "F2", "/"; `Mod` is Command on Apple's machines and Control elsewhere. */
  readonly keys: ReadonlyArray<string>
  readonly group: ShortcutGroup
  readonly label: (t: Strings) => string
  /** Heard by the list itself: always shown, never bound. */
  readonly isOwn?: boolean | undefined
  /** Heard in a field for text too, where these keys write nothing. */
  readonly whileTyping?: boolean | undefined
  /** Heard before a file that is shown large too. */
  readonly overViewer?: boolean | undefined
}
