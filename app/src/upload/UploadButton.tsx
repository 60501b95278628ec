import { useDrive } from "effect-drive/react"
import { ChevronDown, FolderUp, Upload } from "lucide-react"
import type { ReactElement } from "react"
import { useRef, useState } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { Icon } from "../parts/Icon.js"
import { keyText } from "../parts/keyNames.js"
import { Menu } from "../parts/Menu.js"
import { useSpace } from "../shell/Spaces.js"
import { chooseFiles, chooseFolder } from "./chooseFiles.js"

/** Picks files or a folder and uploads them into the folder that is open. */
export const UploadButton = ({ folder }: { readonly folder: string }): ReactElement => {
  const { t } = useLanguage()
  const drive = useDrive()
  const { spaceId } = useSpace()
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const goal = { drive, spaceId, folder }
  return (
    <>
      <Button
        aria-expanded={isOpen}
        aria-haspopup="menu"
        icon={Upload}
        onPress={() => setOpen(true)}
        ref={anchor}
        variant="primary"
      >
        {t.files.upload}
        <Icon of={ChevronDown} size={16} />
      </Button>
      <Menu
        anchor={anchor}
        groups={[[
          {
            id: "files",
            label: t.upload.actions.files,
            icon: Upload,
            keys: keyText("Shift+U"),
            onAction: () => chooseFiles(goal)
          },
          { id: "folder", label: t.upload.actions.folder, icon: FolderUp, onAction: () => chooseFolder(goal) }
        ]]}
        isOpen={isOpen}
        label={t.files.upload}
        onClose={() => setOpen(false)}
        placement="bottom end"
      />
    </>
  )
}
