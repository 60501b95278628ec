import type { ReactElement, ReactNode, RefObject } from "react"
import { useEffect } from "react"
import { loadedLater } from "./loadedLater.js"
import type { MenuGroups } from "./MenuEntry.js"
import { useDoesPageWait } from "./pageWaits.js"
import { Part } from "./Part.js"

const MenuView = loadedLater(async () => (await import("./MenuView.js")).MenuView)

export interface MenuProps {
  readonly label: string
  readonly groups: MenuGroups
  /** What it will act on: "3 selected · 1.45 GB". */
  readonly head?: ReactNode
  /** Drawn on top of a bottom sheet in place of `head`. */
  readonly sheetHead?: ReactNode
  readonly wide?: boolean | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly anchor: RefObject<Element | null>
  readonly placement?: "bottom start" | "bottom end" | "top end" | "right top" | undefined
}

/**
 * A menu at its anchor; under 640 px a sheet from the bottom, with up to four quick actions. Its code comes when it opens. It closes when
 * the page is to wait.
 */
export const Menu = (props: MenuProps): ReactElement | null => {
  const { isOpen, onClose } = props
  const isWaiting = useDoesPageWait()
  useEffect(() => {
    if (isWaiting && isOpen) onClose()
  }, [isOpen, isWaiting, onClose])
  return isOpen && !isWaiting
    ? (
      <Part onFail={onClose}>
        <MenuView {...props} />
      </Part>
    )
    : null
}
