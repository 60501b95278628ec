import type { BatchResult, DriveError } from "effect-drive/promise"
import { isDriveError } from "effect-drive/promise"
import type { BinRow } from "effect-drive/react"
import { useClearRecycleBin, useDrive, useRemove, useRestore } from "effect-drive/react"
import { Trash2, Undo2 } from "lucide-react"
import type { Conditions } from "../files/Conditions.js"
import { useOpenDialog } from "../parts/Dialogs.js"
import { loadedLater } from "../parts/loadedLater.js"
import { useToasts } from "../parts/Toasts.js"
import { driveTasks } from "../shell/driveTasks.js"
import { lastUndo } from "../shell/lastUndo.js"
import { problemOf } from "../shell/problemOf.js"
import { useSpace } from "../shell/Spaces.js"
import { useUndo } from "../shell/useUndo.js"
import type { TakenAnswer, TakenName } from "./nameConflicts.js"
import { isTaken, makeRoom, takenNamesOf } from "./nameConflicts.js"
import { useBinLanguage } from "./useBinLanguage.js"

const NameConflictDialog = loadedLater(async () => (await import("./NameConflictDialog.js")).NameConflictDialog)

export interface BinChanges {
  readonly restore: (items: ReadonlyArray<BinRow>) => void
  readonly remove: (items: ReadonlyArray<BinRow>) => void
  readonly clear: () => void
  readonly isClearing: boolean
}

/** Of more than this the names are not compared with those that they had: each is a call. */
const comparedAtMost = 5

const nameOfParent = ({ item }: TakenName): string | undefined => item.path?.split("/").filter(Boolean).at(-2)

/** Changes of the bin: rows go at once, and what the service refuses comes back and says why. */
export const useBinChanges = (conditions: Conditions): BinChanges => {
  const drive = useDrive()
  const toasts = useToasts()
  const openDialog = useOpenDialog()
  const { spaceId } = useSpace()
  const { t } = useBinLanguage()
  const takeBackOf = useUndo()
  const inSpace = { spaceId }
  const restoring = useRestore(inSpace)
  const removing = useRemove(inSpace)
  const clearing = useClearRecycleBin(inSpace)

  const refuse = (message: string, retry: () => void) => (cause: unknown): undefined => {
    if (!isDriveError(cause)) throw cause
    toasts.show({
      message,
      detail: problemOf(cause, t).text,
      tone: "bad",
      action: { label: t.parts.retry, run: retry }
    })
  }

  /** The service gives a number to a name that has been taken meanwhile; who looks for the file has to know. */
  const newNameOf = async (items: ReadonlyArray<BinRow>): Promise<string | undefined> => {
    if (items.length > comparedAtMost) return undefined
    for (const { fileId, name } of items) {
      const found = await drive.files.info(fileId, inSpace).catch((cause: unknown) => {
        if (isDriveError(cause)) return undefined
        throw cause
      })
      if (found !== undefined && found.name !== name) return t.bin.restoredAs(name, found.name)
    }
    return undefined
  }
  const failuresOf = (
    items: ReadonlyArray<BinRow>,
    { errorItems }: BatchResult<unknown>
  ): ReadonlyArray<{ readonly item: BinRow; readonly error: DriveError }> =>
    errorItems.flatMap(({ error, fileId }) => {
      const item = items.find((one) => one.fileId === fileId)
      return item === undefined || !isDriveError(error) ? [] : [{ item, error }]
    })

  const settleTaken = async (answers: ReadonlyArray<readonly [TakenName, TakenAnswer]>) => {
    const free: Array<BinRow> = []
    for (const [taken, answer] of answers) {
      if (answer === "skip") continue
      await makeRoom(drive, spaceId, taken, answer)
      free.push(taken.item)
    }
    if (free.length > 0) restore(free)
  }
  const ask = async (items: ReadonlyArray<BinRow>) => {
    const taken = await takenNamesOf(drive, spaceId, items)
    if (taken.length === 0) return restore(items)
    openDialog((close) => (
      <NameConflictDialog
        folderOf={(one) => nameOfParent(one) ?? t.files.place}
        onAnswer={(answers) => {
          settleTaken(answers).catch(refuse(t.bin.notRestored(answers.length), () => void settleTaken(answers)))
        }}
        onClose={close}
        taken={taken}
      />
    ))
  }

  const restore = (items: ReadonlyArray<BinRow>) => {
    const again = () => restore(items)
    const change = restoring.mutateAsync({ fileIds: items.map(({ fileId }) => fileId) }).then(async (result) => {
      const failures = failuresOf(items, result)
      const taken = failures.filter(({ error }) => isTaken(error)).map(({ item }) => item)
      const others = failures.filter(({ error }) => !isTaken(error))
      conditions.set(others.map(({ item }) => item.fileId), {
        _tag: "Failed",
        text: t.bin.failed.restore,
        retry: () => restore(others.map(({ item }) => item))
      })
      const [first] = others
      if (first !== undefined) {
        toasts.show({
          message: t.bin.notRestored(others.length),
          detail: problemOf(first.error, t).text,
          tone: "bad"
        })
      }
      if (taken.length > 0) ask(taken).catch(refuse(t.bin.notRestored(taken.length), again))
      const done = new Set<string>(result.successItems.map(({ fileId }) => fileId))
      if (done.size === 0) return undefined
      const detail = await newNameOf(items.filter(({ fileId }) => done.has(fileId)))
      const takeBack = takeBackOf(result.undo)
      toasts.show({
        message: t.bin.restored(done.size),
        detail,
        icon: Undo2,
        ...takeBack === undefined ? {} : { action: { label: t.parts.undo, run: takeBack } }
      })
      return takeBack
    }, refuse(t.bin.notRestored(items.length), again))
    lastUndo.remember(change)
  }

  const remove = (items: ReadonlyArray<BinRow>) => {
    removing.mutateAsync({ fileIds: items.map(({ fileId }) => fileId) }).then((result) => {
      const failures = failuresOf(items, result)
      const [first] = failures
      if (first !== undefined) {
        const rest = failures.map(({ item }) => item)
        conditions.set(rest.map(({ fileId }) => fileId), {
          _tag: "Failed",
          text: t.bin.failed.remove,
          retry: () => remove(rest)
        })
        toasts.show({
          message: t.bin.notRemoved(failures.length),
          detail: problemOf(first.error, t).text,
          tone: "bad"
        })
      }
      const done = result.successItems.length
      if (done > 0) toasts.show({ message: t.bin.removed(done), icon: Trash2 })
    }, refuse(t.bin.notRemoved(items.length), () => remove(items)))
  }

  const clear = () => {
    clearing.mutateAsync({ isAsync: true }).then(({ asyncTaskId }) => {
      if (asyncTaskId === undefined) return void toasts.show({ message: t.bin.cleared, icon: Trash2 })
      driveTasks.add({ taskId: asyncTaskId, spaceId, kind: "clear", name: t.bin.place, isFolder: true })
    }, refuse(t.bin.notCleared, clear))
  }

  return { restore, remove, clear, isClearing: clearing.isPending }
}
