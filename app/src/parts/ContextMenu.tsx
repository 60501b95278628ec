import type { ReactElement } from "react"
import { useLayoutEffect, useRef, useState } from "react"
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
  const [isPlaced, setPlaced] = useState(false)
  useLayoutEffect(() => {
    anchor.current?.style.setProperty("left", `${at.x}px`)
    anchor.current?.style.setProperty("top", `${at.y}px`)
    // the menu measures its anchor when it opens: that must be where the pointer is by then
    setPlaced(true)
  }, [at])
  return (
    <>
      <span aria-hidden="true" className={styles.anchor} ref={anchor} />
      <Menu {...menu} anchor={anchor} isOpen={isPlaced} placement="bottom start" />
    </>
  )
}
