import type { ReactElement } from "react"
import { useShortcut } from "../parts/Shortcuts.js"
import type { FileAction, FileContext } from "../shell/Feature.js"

const ActionShortcut = ({ action, context }: { readonly action: FileAction; readonly context: FileContext }): null => {
  useShortcut(action.id, () => action.run(context))
  return null
}

/** Binds the keys of the actions that are offered for what is selected; each is found in the registry by its id. */
export const ActionShortcuts = (
  { actions, context }: { readonly actions: ReadonlyArray<FileAction>; readonly context: FileContext }
): ReactElement => (
  <>
    {actions.map((action) => <ActionShortcut action={action} context={context} key={action.id} />)}
  </>
)
