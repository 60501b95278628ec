import type { ReactElement } from "react"
import { useShortcut } from "../parts/Shortcuts.js"
import type { BoundAction } from "./bindActions.js"

const ActionShortcut = ({ action }: { readonly action: BoundAction }): null => {
  useShortcut(action.id, action.run)
  return null
}

/** Binds the keys of the actions that are offered for what is selected; each is found in the registry by its id. */
export const ActionShortcuts = ({ actions }: { readonly actions: ReadonlyArray<BoundAction> }): ReactElement => (
  <>
    {actions.map((action) => <ActionShortcut action={action} key={action.id} />)}
  </>
)
