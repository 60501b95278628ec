import { Ellipsis, EllipsisVertical, X } from "lucide-react"
import type { ReactElement } from "react"
import { useEffect } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { IconButton } from "../parts/IconButton.js"
import { keyText } from "../parts/keyNames.js"
import { useAnnounce } from "../parts/LiveRegion.js"
import { MenuButton } from "../parts/MenuButton.js"
import { Toolbar } from "../parts/Toolbar.js"
import { useMedia } from "../parts/useMedia.js"
import styles from "./Bar.module.css"
import type { BoundAction } from "./bindActions.js"
import { menuGroups } from "./menuGroups.js"

export interface SelectionBarProps {
  readonly count: number
  /** Bytes of all that is selected; 0 where nobody knows them. */
  readonly size: number
  readonly actions: ReadonlyArray<BoundAction>
  readonly onClear: () => void
}

const quiet = 500
/** Beside the words, the cross and the menu; one fewer where there are more than `upTo`, which takes more digits. */
const narrowRoom = {
  usual: { actions: 4, upTo: 9 },
  small: { actions: 3, upTo: 999 },
  least: { actions: 2, upTo: 999 }
}

/** As many as a narrow page has room for; the one that deletes stays, and the rest are in the menu. */
const fitting = (actions: ReadonlyArray<BoundAction>, atMost: number): ReadonlyArray<BoundAction> => {
  const dangerous = actions.filter(({ isDangerous }) => isDangerous === true)
  const others = actions.filter(({ isDangerous }) => isDangerous !== true)
  return [...others.slice(0, Math.max(0, atMost - dangerous.length)), ...dangerous]
}

/** Takes the place of the folder's own buttons while something is selected: same corner, same height. */
export const SelectionBar = ({ actions, count, onClear, size }: SelectionBarProps): ReactElement => {
  const { format, t } = useLanguage()
  const announce = useAnnounce()
  const label = t.files.selected(count)
  useEffect(() => {
    const timer = setTimeout(() => announce(label), quiet)
    return () => clearTimeout(timer)
  }, [announce, label])
  const clear = () => {
    onClear()
    // the cross goes with the selection
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>("[data-region='list'] [data-index][tabindex='0']")?.focus()
    )
  }
  const isNarrow = useMedia("(width < 640px)")
  const isSmall = useMedia("(width < 390px)")
  const isLeast = useMedia("(width < 360px)")
  const inBar = actions.filter((action) => action.inBar !== undefined)
  const room = narrowRoom[isLeast ? "least" : isSmall ? "small" : "usual"]
  const barred = isNarrow ? fitting(inBar, room.actions - (count > room.upTo ? 1 : 0)) : inBar
  const buttons = barred.filter((action) => action.inBar === "button")
  const icons = barred.filter((action) => action.inBar === "icon")
  return (
    <Toolbar className={styles.selection} label={label}>
      <IconButton className={styles.tool} icon={X} keys="Esc" label={t.files.clearSelection} onPress={clear} />
      <span className={styles.count}>
        {label}
        {size === 0 ? null : <small>{format.bytes(size)}</small>}
      </span>
      {buttons.map((action) => (
        <Button
          className={styles.button}
          icon={action.icon}
          key={action.id}
          onPress={action.run}
          variant="ghost"
        >
          {action.shortLabel ?? action.label}
        </Button>
      ))}
      {buttons.length === 0 ? null : <span className={styles.rule} />}
      {icons.map((action) => (
        <IconButton
          className={styles.tool}
          icon={action.icon}
          key={action.id}
          keys={action.shortcut === undefined ? undefined : keyText(action.shortcut)}
          label={action.label}
          onPress={action.run}
        />
      ))}
      {actions.length === 0
        ? null
        : (
          <MenuButton
            className={styles.tool}
            groups={menuGroups(actions)}
            icon={isNarrow ? EllipsisVertical : Ellipsis}
            label={t.parts.more}
          />
        )}
    </Toolbar>
  )
}
