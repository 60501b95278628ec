import { FolderPlus, Shapes } from "lucide-react"
import type { ReactElement } from "react"
import { useState } from "react"
import { useFilesLanguage } from "../files/useFilesLanguage.js"
import { Button } from "../parts/Button.js"
import { Dialog } from "../parts/Dialog.js"
import { FolderIcon } from "../parts/FileIcon.js"
import { Icon } from "../parts/Icon.js"
import { TextField } from "../parts/TextField.js"
import { useLateRefusal } from "../shell/useLateRefusal.js"
import styles from "./Choices.module.css"
import type { AssetChanges, FolderGoal } from "./useAssetChanges.js"
import { useAssetLanguage } from "./useAssetLanguage.js"
import { useFoldersOf } from "./useLibrary.js"

export interface MoveAssetsDialogProps {
  readonly count: number
  /** The folder that they are in now; `undefined` where that is none. */
  readonly here: string | undefined
  readonly spaceId: string
  readonly onMove: (to: FolderGoal) => void
  readonly create: AssetChanges["makeFolder"]
  readonly onClose: () => void
}

/** The goal first, then the verb: the button names the folder. */
export const MoveAssetsDialog = (
  { count, create, here, onClose, onMove, spaceId }: MoveAssetsDialogProps
): ReactElement => {
  const { t } = useAssetLanguage()
  const words = useFilesLanguage().t.files.move
  const { rows: folders } = useFoldersOf(spaceId)
  const [goal, setGoal] = useState(here)
  const [newName, setNewName] = useState<string>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const late = useLateRefusal()
  const folder = folders.find(({ folderId }) => folderId === goal)
  const writeName = (name: string | undefined) => {
    setNewName(name)
    setError(undefined)
  }
  const send = (name: string): Promise<string | undefined> =>
    create(name).catch((cause: unknown) =>
      void setError(late.sentenceOf(cause, t.files.failed.create, () => void send(name)))
    )
  const makeFolder = async (name: string) => {
    if (name === "") return setError(t.files.rename.empty)
    setError(undefined)
    setBusy(true)
    const made = await send(name)
    setBusy(false)
    if (made === undefined) return
    setGoal(made)
    setNewName(undefined)
  }
  const choices: ReadonlyArray<FolderGoal> = [undefined, ...folders]
  return (
    <Dialog
      foot={newName === undefined
        ? (
          <>
            <Button
              className={styles.first}
              icon={FolderPlus}
              onPress={() => setNewName(t.files.newFolderName)}
              variant="ghost"
            >
              {t.assets.newFolder}
            </Button>
            <Button onPress={onClose} variant="ghost">{t.parts.cancel}</Button>
            <Button
              className={styles.go}
              isDisabled={goal === here}
              onPress={() => {
                onClose()
                onMove(folder)
              }}
              variant="primary"
            >
              <span>{folder === undefined ? t.assets.takeOut : t.assets.moveTo(folder.name)}</span>
            </Button>
          </>
        )
        : (
          <form
            className={styles.name}
            onSubmit={(event) => {
              event.preventDefault()
              void makeFolder(newName.trim())
            }}
          >
            <TextField
              autoFocus
              error={error}
              label={t.assets.newFolder}
              onChange={writeName}
              onFocus={(event) => event.target instanceof HTMLInputElement && event.target.select()}
              value={newName}
            />
            <Button onPress={() => writeName(undefined)} variant="ghost">{t.parts.cancel}</Button>
            <Button pending={isBusy} type="submit" variant="primary">{t.files.create}</Button>
          </form>
        )}
      onClose={onClose}
      title={t.assets.moveTitle(count)}
      width="wide"
    >
      <div aria-label={words.folders} className={`${styles.choices} ${styles.tall}`} role="radiogroup">
        {choices.map((choice) => (
          <label className={styles.choice} key={choice?.folderId ?? ""}>
            <input
              autoFocus={choice?.folderId === here}
              checked={goal === choice?.folderId}
              name="folder"
              onChange={() => setGoal(choice?.folderId)}
              type="radio"
            />
            {choice === undefined ? <Icon of={Shapes} /> : <FolderIcon />}
            <span>
              <bdi>{choice?.name ?? t.assets.noFolder}</bdi>
            </span>
            {choice?.folderId === here ? <small>{words.here(count)}</small> : null}
          </label>
        ))}
      </div>
    </Dialog>
  )
}
