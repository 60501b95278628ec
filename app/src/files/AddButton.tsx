import { useDrive } from "effect-drive/react"
import { FolderPlus, Plus } from "lucide-react"
import type { ReactElement } from "react"
import { useRef, useState } from "react"
import { Button } from "react-aria-components/Button"
import { useLanguage } from "../language/Language.js"
import { Icon } from "../parts/Icon.js"
import { Menu } from "../parts/Menu.js"
import type { MenuEntry } from "../parts/MenuEntry.js"
import { useMedia } from "../parts/useMedia.js"
import { useFeatures } from "../shell/Feature.js"
import { useSpace } from "../shell/Spaces.js"
import styles from "./Bar.module.css"

export interface AddButtonProps {
  readonly folder: string
  readonly newFolder: () => void
}

/** The one button of a narrow page that adds something; what it offers are the folder's own actions. */
export const AddButton = ({ folder, newFolder }: AddButtonProps): ReactElement | null => {
  const { t } = useLanguage()
  const features = useFeatures()
  const drive = useDrive()
  const space = useSpace()
  const isNarrow = useMedia("(width < 640px)")
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  if (!isNarrow) return null
  const added = features.flatMap((feature) => feature.addEntries?.({ drive, folder, space, t }) ?? [])
  const entries: ReadonlyArray<MenuEntry> = [
    ...added,
    { id: "new-folder", label: t.files.newFolder, icon: FolderPlus, onAction: newFolder }
  ]
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
