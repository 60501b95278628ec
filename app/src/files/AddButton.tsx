import { Plus } from "lucide-react"
import type { ReactElement } from "react"
import { useRef, useState } from "react"
import { Button } from "react-aria-components/Button"
import { useLanguage } from "../language/Language.js"
import { Icon } from "../parts/Icon.js"
import { Menu } from "../parts/Menu.js"
import type { MenuEntry } from "../parts/MenuEntry.js"
import styles from "./Bar.module.css"

/** The one round button of a narrow page: what can be added there. */
export const AddButton = ({ entries }: { readonly entries: ReadonlyArray<MenuEntry> }): ReactElement => {
  const { t } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button aria-label={t.files.add} className={styles.add ?? ""} onPress={() => setOpen(true)} ref={anchor}>
        <Icon of={Plus} size={24} />
      </Button>
      <Menu
        anchor={anchor}
        groups={[entries]}
        isOpen={isOpen}
        label={t.files.add}
        onClose={() => setOpen(false)}
        placement="top end"
      />
    </>
  )
}
