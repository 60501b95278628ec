import type { ReactElement } from "react"
import { useRef, useState } from "react"
import type { IconButtonProps } from "./IconButton.js"
import { IconButton } from "./IconButton.js"
import type { MenuProps } from "./Menu.js"
import { Menu } from "./Menu.js"

export interface MenuButtonProps extends Omit<IconButtonProps, "onPress" | "ref">, Pick<MenuProps, "groups"> {
  readonly head?: MenuProps["head"]
  readonly placement?: MenuProps["placement"]
}

/** An icon button that opens a menu. */
export const MenuButton = ({ groups, head, placement = "bottom end", ...button }: MenuButtonProps): ReactElement => {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton {...button} aria-expanded={isOpen} aria-haspopup="menu" onPress={() => setOpen(true)} ref={anchor} />
      <Menu
        anchor={anchor}
        groups={groups}
        head={head}
        isOpen={isOpen}
        label={button.label}
        onClose={() => setOpen(false)}
        placement={placement}
      />
    </>
  )
}
