import { Inspector } from "effect-drive/inspector"
import { useDrive } from "effect-drive/react"
import type { ReactElement } from "react"
import { useEffect, useLayoutEffect, useRef } from "react"
import { useLanguage } from "../language/Language.js"
import { leavePicture } from "../parts/leavePicture.js"
import styles from "./Dock.module.css"
import { setDock } from "./dockState.js"
import { Faults } from "./Faults.js"

const close = () => setDock({ isOpen: false })

/** The inspector at the foot of the page, which becomes shorter by it: no row is covered. On a phone it is all of the page. */
export const Dock = (): ReactElement => {
  const { language } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    box.current?.focus()
    document.documentElement.dataset["dock"] = ""
    return () => {
      delete document.documentElement.dataset["dock"]
      const isSomewhere = before instanceof HTMLElement && before !== document.body && before.isConnected
      const back = isSomewhere ? before : document.getElementById("list")
      back?.focus()
    }
  }, [])
  useLayoutEffect(() => leavePicture(box.current), [])
  return (
    <div
      className={styles.dock}
      data-region="dock"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return
        // nothing behind it hears the key too
        event.preventDefault()
        close()
      }}
      ref={box}
      tabIndex={-1}
    >
      <Inspector drive={useDrive()} language={language} onClose={close}>
        <Faults />
      </Inspector>
    </div>
  )
}
