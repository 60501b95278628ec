import type { FileRow } from "effect-drive/react"
import { Ellipsis, X } from "lucide-react"
import type { ReactElement } from "react"
import { useEffect } from "react"
import { Toolbar } from "react-aria-components/Toolbar"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { IconButton } from "../parts/IconButton.js"
import { keyText } from "../parts/keyNames.js"
import { useAnnounce } from "../parts/LiveRegion.js"
import { MenuButton } from "../parts/MenuButton.js"
import type { MenuGroups } from "../parts/MenuEntry.js"
import type { FileAction, FileContext } from "../shell/Feature.js"
import styles from "./Bar.module.css"

export interface SelectionBarProps {
  readonly files: ReadonlyArray<FileRow>
  readonly actions: ReadonlyArray<FileAction>
  readonly menu: MenuGroups
  readonly context: FileContext
  readonly onClear: () => void
}

const quiet = 500

/** Takes the place of the folder's own buttons while something is selected: same corner, same height. */
export const SelectionBar = ({ actions, context, files, menu, onClear }: SelectionBarProps): ReactElement => {
  const { format, t } = useLanguage()
  const announce = useAnnounce()
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const label = t.files.selected(files.length)
  useEffect(() => {
    const timer = setTimeout(() => announce(label), quiet)
    return () => clearTimeout(timer)
  }, [announce, label])
  const buttons = actions.filter(({ inBar }) => inBar === "button")
  const icons = actions.filter(({ inBar }) => inBar === "icon")
  return (
    <Toolbar aria-label={label} className={styles.selection ?? ""}>
      <IconButton className={styles.tool} icon={X} keys="Esc" label={t.files.clearSelection} onPress={onClear} />
      <span className={styles.count}>
        {label}
        {size === 0 ? null : <small>{format.bytes(size)}</small>}
      </span>
      {buttons.map((action) => (
        <Button
          className={styles.button}
          icon={action.icon}
          key={action.id}
          onPress={() => action.run(context)}
          variant="ghost"
        >
          {action.shortLabel?.(t) ?? action.label(t, files)}
        </Button>
      ))}
      {buttons.length === 0 ? null : <span className={styles.rule} />}
      {icons.map((action) => (
        <IconButton
          className={styles.tool}
          icon={action.icon}
          key={action.id}
          keys={action.shortcut === undefined ? undefined : keyText(action.shortcut)}
          label={action.label(t, files)}
          onPress={() => action.run(context)}
        />
      ))}
      <MenuButton className={styles.tool} groups={menu} icon={Ellipsis} label={t.parts.more} />
    </Toolbar>
  )
}
