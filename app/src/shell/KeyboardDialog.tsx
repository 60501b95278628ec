import type { ReactElement } from "react"
import { Fragment } from "react"
import { Dialog } from "../parts/Dialog.js"
import { keyCaps } from "../parts/keyNames.js"
import type { ShortcutEntry, ShortcutGroup } from "../parts/Shortcut.js"
import styles from "./KeyboardDialog.module.css"
import { useShellLanguage } from "./useShellLanguage.js"

const groups: ReadonlyArray<ShortcutGroup> = ["move", "select", "windows", "selection", "here"]

export interface KeyboardDialogProps {
  /** What worked on the page when the dialog was opened. */
  readonly shortcuts: ReadonlyArray<ShortcutEntry>
  readonly onClose: () => void
}

/** All shortcuts that work on this page, from their registry. */
export const KeyboardDialog = ({ onClose, shortcuts }: KeyboardDialogProps): ReactElement => {
  const { t } = useShellLanguage()
  return (
    <Dialog onClose={onClose} reads title={t.shell.keys.title} width="broad">
      <div className={styles.keys}>
        {groups.map((group) => {
          const ofGroup = shortcuts.filter((shortcut) => shortcut.group === group)
          return ofGroup.length === 0 ? null : (
            <section key={group}>
              <h3>{t.shell.keys.groups[group]}</h3>
              <dl>
                {ofGroup.map(({ id, keys, label }) => (
                  <div className={styles.row} key={id}>
                    <dt>{label(t)}</dt>
                    <dd className={styles.caps}>
                      {keys.slice(0, 2).map((combination, index) => (
                        <Fragment key={combination}>
                          {index === 0 ? null : t.shell.keys.or}
                          {keyCaps(combination).map((cap) => <kbd className={styles.cap} key={cap}>{cap}</kbd>)}
                        </Fragment>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </div>
    </Dialog>
  )
}
