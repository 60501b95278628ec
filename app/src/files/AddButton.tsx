import { Plus } from "lucide-react"
import type { ReactElement } from "react"
import { useRef, useState } from "react"
import { Button as RoundButton } from "react-aria-components/Button"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { Icon } from "../parts/Icon.js"
import { Menu } from "../parts/Menu.js"
import type { MenuEntry } from "../parts/MenuEntry.js"
import styles from "./Bar.module.css"

export interface AddButtonProps {
  readonly entries: ReadonlyArray<MenuEntry>
  /** In the middle of a page that has nothing else: the round one goes then. */
  readonly isFirst?: boolean
}

/** The one button of a narrow page that adds something: round and at its foot, or in the middle of an empty one. */
export const AddButton = ({ entries, isFirst = false }: AddButtonProps): ReactElement => {
  const { t } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const open = () => setOpen(true)
  return (
    <>
      {isFirst
        ? (
          <Button className={styles.addFirst} icon={Plus} onPress={open} ref={anchor} variant="primary">
            {t.files.add}
          </Button>
        )
        : (
          <RoundButton aria-label={t.files.add} className={styles.add ?? ""} onPress={open} ref={anchor}>
            <Icon of={Plus} size={24} />
          </RoundButton>
        )}
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
