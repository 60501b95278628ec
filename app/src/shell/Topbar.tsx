import { EllipsisVertical, Keyboard, ListFilter, Menu as MenuIcon, Settings2, UserRound, X } from "lucide-react"
import type { ReactElement } from "react"
import { useRef, useState } from "react"
import { Button as AriaButton } from "react-aria-components/Button"
import { Link } from "wouter"
import { useLanguage } from "../language/Language.js"
import { Icon } from "../parts/Icon.js"
import { IconButton } from "../parts/IconButton.js"
import { Mark } from "../parts/Mark.js"
import { Menu } from "../parts/Menu.js"
import { MenuButton } from "../parts/MenuButton.js"
import { useShortcut } from "../parts/Shortcuts.js"
import { useFeatures } from "./Feature.js"
import { useFilterText } from "./FilterText.js"
import { stopOfRegion } from "./regions.js"
import { useSession } from "./Session.js"
import styles from "./Shell.module.css"
import { useSettings } from "./useSettings.js"

/** Filters what is loaded of the folder; it promises no more than that. */
export const Find = (): ReactElement => {
  const { t } = useLanguage()
  const { isOffered, setText, text } = useFilterText()
  const field = useRef<HTMLInputElement>(null)
  useShortcut("filter", isOffered ? () => field.current?.focus() : undefined)
  if (!isOffered) return <span className={styles.grow} />
  return (
    <div className={styles.find} role="search">
      <Icon of={ListFilter} size={16} />
      <input
        aria-label={t.files.filter}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return
          // keys go on from the list, and not from nowhere
          if (text === "") stopOfRegion("list")?.focus()
          setText("")
        }}
        placeholder={t.files.filter}
        ref={field}
        spellCheck={false}
        type="search"
        value={text}
      />
      {text === "" ?
        <kbd>/</kbd> :
        (
          <button
            aria-label={t.files.clearFilterText}
            className={styles.clear}
            onClick={() => setText("")}
            type="button"
          >
            <Icon of={X} size={14} />
          </button>
        )}
    </div>
  )
}

export interface TopbarProps {
  readonly isSideOpen: boolean
  readonly onOpenSide: () => void
  readonly onShowKeys: () => void
}

export const Topbar = ({ isSideOpen, onOpenSide, onShowKeys }: TopbarProps): ReactElement => {
  const { t } = useLanguage()
  const session = useSession()
  const features = useFeatures()
  const settings = useSettings()
  const [isAccountOpen, setAccountOpen] = useState(false)
  const avatar = useRef<HTMLButtonElement>(null)
  const account = [[{ id: "out", label: t.shell.signOut, onAction: session.signOut }]]
  return (
    <header aria-label={t.shell.topbar} className={styles.topbar} data-region="topbar">
      <IconButton
        aria-expanded={isSideOpen}
        className={styles.menuButton}
        ground="canvas"
        icon={MenuIcon}
        label={t.shell.places}
        onPress={onOpenSide}
      />
      <Link aria-label={t.shell.product} className={styles.brand} href="/">
        <Mark />
        <span>{t.shell.product}</span>
      </Link>
      <Find />
      <span className={styles.grow} />
      {features.flatMap((feature) => feature.topbar ?? []).map((Tool, index) => <Tool key={index} />)}
      <IconButton
        className={styles.tools}
        ground="canvas"
        icon={Keyboard}
        keys="?"
        label={t.shell.shortcuts}
        onPress={onShowKeys}
      />
      <MenuButton
        className={styles.tools}
        ground="canvas"
        groups={settings}
        icon={Settings2}
        label={t.shell.settings}
      />
      <MenuButton
        className={styles.toolsNarrow}
        ground="canvas"
        groups={[...settings, ...account]}
        icon={EllipsisVertical}
        label={t.shell.settings}
      />
      <AriaButton
        aria-expanded={isAccountOpen}
        aria-haspopup="menu"
        aria-label={t.shell.account}
        className={`${styles.avatar} ${styles.tools}`}
        onPress={() => setAccountOpen(true)}
        ref={avatar}
      >
        <Icon of={UserRound} size={16} />
      </AriaButton>
      <Menu
        anchor={avatar}
        groups={account}
        isOpen={isAccountOpen}
        label={t.shell.account}
        onClose={() => setAccountOpen(false)}
        placement="bottom end"
      />
    </header>
  )
}
