import { Check } from "lucide-react"
import type { ReactElement } from "react"
import { Fragment } from "react"
import { Button as AriaButton } from "react-aria-components/Button"
import { Dialog } from "react-aria-components/Dialog"
import { Menu as AriaMenu, MenuItem, MenuSection, Separator } from "react-aria-components/Menu"
import { Modal, ModalOverlay } from "react-aria-components/Modal"
import { Popover } from "react-aria-components/Popover"
import { classes } from "./classes.js"
import { Icon } from "./Icon.js"
import { leavePicture } from "./leavePicture.js"
import type { MenuProps } from "./Menu.js"
import styles from "./Menu.module.css"
import type { MenuEntry } from "./MenuEntry.js"
import { useMedia } from "./useMedia.js"

const Entry = ({ entry, onClose }: { readonly entry: MenuEntry; readonly onClose: () => void }): ReactElement => (
  <MenuItem
    className={classes(styles.item, entry.tone === "danger" && styles.danger)}
    id={entry.id}
    isDisabled={entry.disabled ?? false}
    onAction={() => {
      onClose()
      entry.onAction()
    }}
    textValue={entry.label}
  >
    {entry.content ?? (
      <>
        {entry.icon === undefined ? null : <Icon filled={entry.filled} of={entry.icon} />}
        <span className={classes(entry.icon === undefined && styles.bare)}>{entry.label}</span>
      </>
    )}
    {entry.keys === undefined ? null : <kbd className={styles.keys}>{entry.keys}</kbd>}
    {entry.checked === true ? <Icon className={styles.check} of={Check} /> : null}
  </MenuItem>
)

const Entries = ({ groups, label, onClose }: Pick<MenuProps, "groups" | "label" | "onClose">): ReactElement => (
  <AriaMenu aria-label={label} autoFocus="first" className={styles.menu ?? ""} onClose={onClose}>
    {groups.filter((group) =>
      group.length > 0
    ).map((group, index) => (
      <Fragment key={group[0]?.id}>
        {index === 0 ? null : <Separator className={styles.rule ?? ""} />}
        <MenuSection aria-label={label}>
          {group.map((entry) => <Entry entry={entry} key={entry.id} onClose={onClose} />)}
        </MenuSection>
      </Fragment>
    ))}
  </AriaMenu>
)

const Sheet = ({ groups, head, label, onClose, sheetHead }: MenuProps): ReactElement => {
  const quick = groups.flat().filter((entry) => entry.quick === true).slice(0, 4)
  const rest = groups.map((group) => group.filter((entry) => !quick.includes(entry)))
  return (
    <ModalOverlay
      className={styles.scrim ?? ""}
      isDismissable
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      ref={leavePicture}
    >
      <Modal className={styles.sheet ?? ""}>
        <Dialog aria-label={label} className={styles.sheetDialog ?? ""}>
          <div className={styles.grab} />
          {sheetHead ?? (head === undefined ? null : <div className={styles.sheetHead}>{head}</div>)}
          {quick.length === 0 ? null : (
            <div className={styles.quick}>
              {quick.map((entry) => (
                <AriaButton
                  className={styles.quickItem ?? ""}
                  key={entry.id}
                  onPress={() => {
                    onClose()
                    entry.onAction()
                  }}
                >
                  {entry.icon === undefined ? null : <Icon filled={entry.filled} of={entry.icon} size={20} />}
                  {entry.shortLabel ?? entry.label.replace(/…$/, "")}
                </AriaButton>
              ))}
            </div>
          )}
          <Entries groups={rest} label={label} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** A menu at its anchor; under 640 px a sheet from the bottom, with up to four quick actions. */
export const MenuView = (props: MenuProps): ReactElement => {
  const isNarrow = useMedia("(width < 640px)")
  if (isNarrow) return <Sheet {...props} />
  return (
    <Popover
      aria-label={props.label}
      className={classes(styles.popover, props.wide === true && styles.wide)}
      isOpen
      offset={props.placement === "right top" ? 0 : 6}
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
      placement={props.placement ?? "bottom start"}
      ref={leavePicture}
      triggerRef={props.anchor}
    >
      {props.head === undefined ? null : <div className={styles.head}>{props.head}</div>}
      <Entries groups={props.groups} label={props.label} onClose={props.onClose} />
    </Popover>
  )
}
