import { keyText } from "../parts/keyNames.js"
import type { MenuEntry, MenuGroups } from "../parts/MenuEntry.js"
import type { BoundAction } from "./bindActions.js"

const order: ReadonlyArray<BoundAction["group"]> = ["open", "share", "organise", "remove"]

/** The actions that are offered, as the groups of a menu. */
export const menuGroups = (actions: ReadonlyArray<BoundAction>): MenuGroups =>
  order.map((group) =>
    actions.filter((action) => action.group === group).map((action): MenuEntry => ({
      id: action.id,
      label: action.label,
      icon: action.icon,
      keys: action.shortcut === undefined ? undefined : keyText(action.shortcut),
      tone: action.isDangerous === true ? "danger" : undefined,
      quick: action.isQuick,
      shortLabel: action.shortLabel,
      onAction: action.run
    }))
  )
