import type { ReactElement } from "react"
import { useRef } from "react"
import styles from "./ContextMenu.module.css"
import type { MenuProps } from "./Menu.js"
import { Menu } from "./Menu.js"

export interface ContextMenuProps extends Pick<MenuProps, "groups" | "head" | "label" | "onClose" | "sheetHead"> {
  /** Where it was asked for, from the corner of the window. */
  readonly at: { readonly x: number; readonly y: number }
}

/** A menu where the pointer is. */
export const ContextMenu = ({ at, ...menu }: ContextMenuProps): ReactElement => {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span aria-hidden="true" className={styles.anchor} ref={anchor} style={{ left: at.x, top: at.y }} />
      <Menu {...menu} anchor={anchor} isOpen placement="bottom start" />
    </>
  )
}
