import { useDrive } from "effect-drive/react"
import { CircleAlert, X } from "lucide-react"
import type { ReactElement } from "react"
import { Button } from "../parts/Button.js"
import { Icon } from "../parts/Icon.js"
import { IconButton } from "../parts/IconButton.js"
import { addFolder } from "./incoming.js"
import type { CutFolder } from "./interruptedFolders.js"
import { cutFolders } from "./interruptedFolders.js"
import { pickFolder } from "./pickFiles.js"
import styles from "./TransfersPanel.module.css"
import { useUploadLanguage } from "./useUploadLanguage.js"

/** Asks for folders that the page before this one has not read to the end; each stays until it is given again or left. */
export const DropAgain = ({ folders }: { readonly folders: ReadonlyArray<CutFolder> }): ReactElement => {
  const drive = useDrive()
  const { t } = useUploadLanguage()
  const { actions, folder: words } = t.upload
  const again = ({ folder, id, name, spaceId }: CutFolder) =>
    pickFolder((files) => {
      addFolder({ drive, spaceId, folder }, files)
      if (files[0]?.webkitRelativePath.startsWith(`${name}/`) === true) cutFolders.remove(id)
    })
  return (
    <>
      {folders.map((folder) => (
        <p className={styles.again} key={folder.id}>
          <Icon of={CircleAlert} size={14} />
          <span>{words.cut(folder.name)}</span>
          <Button className={styles.grows} onPress={() => again(folder)} size="small" variant="tint">
            {actions.chooseFolder}
          </Button>
          <IconButton
            ground="raised"
            icon={X}
            label={t.parts.labelled(actions.remove, folder.name)}
            onPress={() => cutFolders.remove(folder.id)}
          />
        </p>
      ))}
    </>
  )
}
