import type { ReactElement } from "react"
import { useRef } from "react"
import styles from "./ContextMenu.module.css"
import type { Point } from "./grid/GridModel.js"
import type { MenuProps } from "./Menu.js"
import { Menu } from "./Menu.js"

export interface MenuPlace extends Point {
  readonly width?: number
  readonly height?: number
}

export interface ContextMenuProps extends Pick<MenuProps, "groups" | "head" | "label" | "onClose" | "sheetHead"> {
  /** Where it was asked for, from the corner of the window: the pointer, or a button that it leaves in sight. */
  readonly at: MenuPlace
}

/** A menu where the pointer is: beside it, so that a low window has all of its height for it. */
export const ContextMenu = ({ at, ...menu }: ContextMenuProps): ReactElement => {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span
        aria-hidden="true"
        className={styles.anchor}
        data-menu=""
        ref={anchor}
        style={{ left: at.x, top: at.y, width: at.width, height: at.height }}
      />
      <Menu {...menu} anchor={anchor} isOpen placement="right top" />
    </>
  )
}
