import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { Dialog } from "../parts/Dialog.js"
import type { AssetFolderRow } from "./assetItem.js"

export interface RemoveFoldersDialogProps {
  readonly folders: ReadonlyArray<AssetFolderRow>
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** Asks first: the assets stay, but nobody knows afterwards which ones lay together. */
export const RemoveFoldersDialog = ({ folders, onClose, onRemove }: RemoveFoldersDialogProps): ReactElement => {
  const { t } = useLanguage()
  return (
    <Dialog
      about={t.assets.deleteFolderText}
      alert
      foot={
        <>
          <Button autoFocus onPress={onClose} variant="ghost">{t.parts.cancel}</Button>
          <Button
            onPress={() => {
              onClose()
              onRemove()
            }}
            variant="danger"
          >
            {t.assets.deleteFolderAction(folders.length)}
          </Button>
        </>
      }
      onClose={onClose}
      title={t.assets.deleteFolderTitle(folders[0]?.name ?? "", folders.length)}
    />
  )
}
