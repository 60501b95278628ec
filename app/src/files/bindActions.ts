import type { FileAction, FileContext } from "../shell/Feature.js"

/** An action that knows what it will act on: all that bars, menus and shortcuts need of it. */
export interface BoundAction
  extends Pick<FileAction, "group" | "icon" | "id" | "inBar" | "isDangerous" | "isQuick" | "shortcut">
{
  readonly label: string
  readonly shortLabel?: string | undefined
  readonly run: () => void
}

/** The actions of all features that are offered for what is selected. */
export const bindActions = (
  actions: ReadonlyArray<FileAction>,
  context: FileContext
): ReadonlyArray<BoundAction> =>
  context.files.length === 0 ? [] : actions.filter((action) => action.isOffered(context)).map((action) => ({
    ...action,
    label: action.label(context.t, context.files),
    shortLabel: action.shortLabel?.(context.t),
    run: () => action.run(context)
  }))
