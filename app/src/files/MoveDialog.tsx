import { useQuery } from "@tanstack/react-query"
import type { FileRow } from "effect-drive/react"
import { driveQueries, useCreateFolder, useDrive } from "effect-drive/react"
import { FolderPlus, ListFilter } from "lucide-react"
import type { ReactElement } from "react"
import { useState } from "react"
import { Button } from "../parts/Button.js"
import { Dialog } from "../parts/Dialog.js"
import { TextField } from "../parts/TextField.js"
import { useToasts } from "../parts/Toasts.js"
import { onNextUser } from "../shell/onNextUser.js"
import { useLateRefusal } from "../shell/useLateRefusal.js"
import type { MadeFolder } from "./FolderTree.js"
import { FolderTree } from "./FolderTree.js"
import styles from "./MoveDialog.module.css"
import type { Crumb } from "./queries.js"
import { rootFolder } from "./queries.js"
import { useFilesLanguage } from "./useFilesLanguage.js"
import { wrongName } from "./wrongName.js"

/** Folders of each space that this user has put something into since the page was loaded, the last first. */
const recent = new Map<string, ReadonlyArray<Crumb>>()
const atMost = 3

onNextUser(() => recent.clear())

const useRecentFolders = (spaceId: string) => {
  const folders = recent.get(spaceId) ?? []
  const keep = (folder: Crumb): void => {
    const others = folders.filter(({ fileId }) => fileId !== folder.fileId)
    recent.set(spaceId, [folder, ...others].slice(0, atMost))
  }
  return { folders, keep }
}

export interface MoveDialogProps {
  readonly files: ReadonlyArray<FileRow>
  readonly folder: string
  readonly spaceId: string
  readonly onMove: (to: Crumb) => void
  readonly onCopy: (to: Crumb) => void
  readonly onClose: () => void
}

/** The goal first, then the verb: one dialog for moving and copying. */
export const MoveDialog = ({ files, folder, onClose, onCopy, onMove, spaceId }: MoveDialogProps): ReactElement => {
  const { t } = useFilesLanguage()
  const drive = useDrive()
  const words = t.files.move
  const [chosen, setGoal] = useState<Crumb>()
  const [needle, setNeedle] = useState("")
  const [newName, setNewName] = useState<string>()
  const [made, setMade] = useState<MadeFolder>()
  /** Of the name as it stands, in the goal as it is. */
  const [refusal, setRefusal] = useState<string>()
  const create = useCreateFolder({ spaceId })
  const toasts = useToasts()
  const late = useLateRefusal()
  const path = useQuery({
    ...driveQueries(drive, { spaceId }).path({ fileId: folder }),
    enabled: folder !== rootFolder
  })
  // the tree is scrolled to where they are: a goal above it would be taken unseen, also by a folder that is made here
  const goal = chosen ?? { fileId: folder, name: folder === rootFolder ? t.files.place : path.data?.at(-1)?.name ?? "" }
  const unfolded = new Set([rootFolder, ...(path.data ?? []).map(({ fileId }) => fileId)])
  const moved: ReadonlySet<string> = new Set(files.map(({ fileId }) => fileId))
  const recents = useRecentFolders(spaceId)
  const offered = recents.folders.filter(({ fileId }) => !moved.has(fileId))
  const finish = (run: (to: Crumb) => void) => () => {
    recents.keep(goal)
    onClose()
    run(goal)
  }
  const choose = (folder: Crumb) => {
    setGoal(folder)
    setRefusal(undefined)
  }
  const writeName = (name: string | undefined) => {
    setNewName(name)
    setRefusal(undefined)
  }
  const makeFolder = (name: string) => {
    const wrong = wrongName(name, t)
    setRefusal(wrong)
    if (wrong !== undefined) return
    const send = () => create.mutateAsync({ name, parentFileId: goal.fileId, checkNameMode: "refuse" })
    const refuse = (cause: unknown) => setRefusal(late.sentenceOf(cause, t.files.failed.create, sendAgain))
    const sendAgain = () => void send().then(() => toasts.show({ message: t.files.done.created(name) }), refuse)
    send().then(({ fileId }) => {
      setGoal({ fileId, name })
      setMade({ fileId, parent: goal.fileId })
      setNewName(undefined)
    }, refuse)
  }
  return (
    <Dialog
      about={words.about(files[0]?.name ?? "", files.length - 1)}
      foot={newName === undefined
        ? (
          <>
            <Button
              className={styles.first}
              icon={FolderPlus}
              onPress={() => setNewName(t.files.newFolderName)}
              variant="ghost"
            >
              {words.newFolder}
            </Button>
            <Button onPress={onClose} variant="ghost">{t.parts.cancel}</Button>
            <Button onPress={finish(onCopy)}>{words.copyHere}</Button>
            <Button
              className={styles.go}
              isDisabled={goal.fileId === folder}
              onPress={finish(onMove)}
              variant="primary"
            >
              <span>{words.moveTo(goal.name)}</span>
            </Button>
          </>
        )
        : (
          <form
            className={styles.name}
            onSubmit={(event) => {
              event.preventDefault()
              makeFolder(newName.trim())
            }}
          >
            <TextField
              autoFocus
              error={refusal}
              label={words.newFolderIn(goal.name)}
              onChange={writeName}
              onFocus={(event) => event.target instanceof HTMLInputElement && event.target.select()}
              value={newName}
            />
            <Button onPress={() => writeName(undefined)} variant="ghost">{t.parts.cancel}</Button>
            <Button pending={create.isPending} type="submit" variant="primary">{t.files.create}</Button>
          </form>
        )}
      onClose={onClose}
      title={words.title(files.length)}
      width="wide"
    >
      <TextField
        icon={ListFilter}
        label={words.filter}
        onChange={(text) => setNeedle(text.trim().toLowerCase())}
      />
      {offered.length === 0 ? null : (
        <div className={styles.recent}>
          {words.recent}
          {offered.map((one) => <button key={one.fileId} onClick={() => choose(one)} type="button">{one.name}</button>)}
        </div>
      )}
      <FolderTree
        here={folder}
        key={path.data === undefined ? "" : folder}
        label={words.folders}
        made={made}
        needle={needle}
        onSelect={choose}
        selected={goal.fileId}
        spaceId={spaceId}
        unfolded={unfolded}
        without={moved}
      />
    </Dialog>
  )
}
