import { useQueryClient } from "@tanstack/react-query"
import type { BatchResult, DriveError } from "effect-drive/promise"
import { isDriveError } from "effect-drive/promise"
import type { FileRow } from "effect-drive/react"
import {
  driveQueries,
  useCopy,
  useCreateFolder,
  useDrive,
  useMove,
  useRecycle,
  useRename,
  useStar
} from "effect-drive/react"
import type { LucideIcon } from "lucide-react"
import { Copy, FolderInput, FolderPlus, Pencil, Trash2 } from "lucide-react"
import { useLanguage } from "../language/Language.js"
import { useToasts } from "../parts/Toasts.js"
import type { DriveTask } from "../shell/driveTasks.js"
import { driveTasks } from "../shell/driveTasks.js"
import type { TakeBack } from "../shell/lastUndo.js"
import { lastUndo } from "../shell/lastUndo.js"
import { problemOf } from "../shell/problemOf.js"
import { useSpace } from "../shell/Spaces.js"
import { useRoute } from "../shell/useRoute.js"
import type { Undo } from "../shell/useUndo.js"
import { undoOfAll, useUndo } from "../shell/useUndo.js"
import type { Conditions } from "./Conditions.js"
import { freeName } from "./freeName.js"

/** Why a name was not taken: a sentence, so that the field stays open with it, and another name that is free. */
export interface Refusal {
  readonly text: string
  readonly free?: string | undefined
  /** The answer of the service, where it was asked. */
  readonly cause?: DriveError | undefined
}

export interface FolderChanges {
  readonly rename: (file: FileRow, name: string) => Promise<Refusal | undefined>
  readonly createFolder: (name: string, onMade: (id: string) => void) => Promise<Refusal | undefined>
  readonly recycle: (files: ReadonlyArray<FileRow>) => void
  readonly move: (ids: ReadonlyArray<string>, to: { readonly fileId: string; readonly name: string }) => void
  /** Into this folder, or into another one. */
  readonly copy: (ids: ReadonlyArray<string>, to?: { readonly fileId: string }) => void
  readonly star: (files: ReadonlyArray<FileRow>, starred: boolean) => void
  readonly reload: () => void
}

const failuresOf = (result: BatchResult<unknown>): ReadonlyArray<string> =>
  result.errorItems.map(({ fileId }) => fileId)

/** Changes of one folder: rows change at once, and what the service refuses is put back and says why. `names`: those that are loaded. */
export const useFolderChanges = (
  folder: string,
  conditions: Conditions,
  names: () => Iterable<string>
): FolderChanges => {
  const drive = useDrive()
  const queries = useQueryClient()
  const toasts = useToasts()
  const { spaceId } = useSpace()
  const { t } = useLanguage()
  const { go } = useRoute()
  const takeBackOf = useUndo()
  const inSpace = { spaceId }
  const renaming = useRename(inSpace)
  const creating = useCreateFolder(inSpace)
  const recycling = useRecycle(inSpace)
  const moving = useMove(inSpace)
  const copying = useCopy(inSpace)
  const starring = useStar(inSpace)

  const reload = () => void queries.invalidateQueries({ queryKey: driveQueries(drive, inSpace).keys.lists() })
  const refuse = (message: string, retry: () => void) => (cause: unknown): undefined => {
    if (!isDriveError(cause)) throw cause
    const { action, remedy, text } = problemOf(cause, t)
    // after the next sign-in it may be done
    const helps = remedy === "signIn"
      ? { action: { label: t.parts.retry, run: retry } }
      : remedy === "retry"
      ? { action: { label: action, run: retry } }
      : remedy === "reload"
      ? { action: { label: t.shell.errors.gone.action, run: reload } }
      : remedy === "openBin"
      ? { action: { label: action, run: () => go({ space: spaceId, room: "bin", folder: undefined }) } }
      : {}
    toasts.show({ message, detail: text, tone: "bad", ...helps })
  }
  const tell = (message: string, icon: LucideIcon, takeBack: TakeBack | undefined) =>
    toasts.show({
      message,
      icon,
      ...takeBack === undefined ? {} : { action: { label: t.parts.undo, run: takeBack } }
    })
  const refusalOf = (name: string, isFolder: boolean) => (cause: unknown): Refusal => {
    if (!isDriveError(cause)) throw cause
    const free = cause._tag === "NameConflict" ? freeName(name, isFolder, names()) : undefined
    return { text: problemOf(cause, t).text, free, cause }
  }

  /** What the drive does in the background stands among the transfers. */
  const follow = (kind: DriveTask["kind"], { successItems }: BatchResult<unknown>) => {
    for (const { asyncTaskId, fileId } of successItems) {
      if (asyncTaskId === undefined) continue
      const row = queries.getQueriesData<{ readonly pages: ReadonlyArray<{ readonly items: ReadonlyArray<FileRow> }> }>(
        {
          queryKey: driveQueries(drive, inSpace).keys.lists()
        }
      ).flatMap(([, data]) => data?.pages?.flatMap(({ items }) => items) ?? []).find((file) => file.fileId === fileId)
      driveTasks.add({
        taskId: asyncTaskId,
        spaceId,
        kind,
        name: row?.name ?? fileId,
        isFolder: row?.type === "folder"
      })
    }
  }

  const recycle = (files: ReadonlyArray<FileRow>) => {
    const again = (ids: ReadonlyArray<string>) => () => recycle(files.filter(({ fileId }) => ids.includes(fileId)))
    const change = recycling.mutateAsync({ fileIds: files.map(({ fileId }) => fileId) }).then((result) => {
      const failed = failuresOf(result)
      const [first] = result.errorItems
      if (first !== undefined) {
        conditions.set(failed, { _tag: "Failed", text: t.files.failed.recycle, retry: again(failed) })
        // somebody else may have been first
        reload()
        refuse(t.files.notDone.recycle(failed.length), again(failed))(first.error)
      }
      const done = result.successItems.length
      const takeBack = takeBackOf(result.undo, refuse)
      if (done > 0) tell(t.files.done.recycled(done), Trash2, takeBack)
      return takeBack
    }, refuse(t.files.notDone.recycle(files.length), () => recycle(files)))
    lastUndo.remember(change)
  }
  const relocate = (
    kind: "move" | "copy",
    ids: ReadonlyArray<string>,
    to: { readonly fileId: string },
    done: (count: number) => string
  ): void => {
    const again = (ids: ReadonlyArray<string>) => () => relocate(kind, ids, to, done)
    const message = t.files.failed[kind]
    const mutation = kind === "move" ? moving : copying
    const change = mutation.mutateAsync({ fileIds: ids, toParentFileId: to.fileId }).then((result) => {
      follow(kind, result)
      const failed = failuresOf(result)
      conditions.set(failed, { _tag: "Failed", text: message, retry: again(failed) })
      // what was pasted has no row here that would say so
      const [first] = result.errorItems
      if (first !== undefined) refuse(message, again(failed))(first.error)
      const count = result.successItems.length
      const takeBack = takeBackOf(result.undo, refuse)
      if (count > 0) tell(done(count), kind === "move" ? FolderInput : Copy, takeBack)
      return takeBack
    }, refuse(message, again(ids)))
    lastUndo.remember(change)
  }
  const move: FolderChanges["move"] = (ids, to) =>
    relocate("move", ids, to, (count) => t.files.drag.moved(count, to.name))
  const copy: FolderChanges["copy"] = (ids, to = { fileId: folder }) => relocate("copy", ids, to, t.files.done.copied)
  const star: FolderChanges["star"] = (files, starred) => {
    const change = Promise.all(files.map(({ fileId }) => starring.mutateAsync({ fileId, starred }))).then(
      // the star says itself that it is there, and the keys take it back
      (done) => takeBackOf(undoOfAll(done), refuse),
      refuse(t.shell.errors.unknown.text, () => star(files, starred))
    )
    lastUndo.remember(change)
  }
  /** Of one name; `refused` keeps its field open. */
  const tellOfName = <Done extends { readonly undo?: Undo | undefined }>(
    change: Promise<Done>,
    message: string,
    icon: LucideIcon,
    refused: (cause: unknown) => Refusal
  ): Promise<Refusal | undefined> => {
    lastUndo.remember(
      change.then(({ undo }) => {
        const takeBack = takeBackOf(undo, refuse)
        tell(message, icon, takeBack)
        return takeBack
      }, () => undefined)
    )
    return change.then(() => undefined, refused)
  }
  const createFolder: FolderChanges["createFolder"] = async (name, onMade) => {
    const taken = [...names()]
    // the service gives the folder that is there, as if it had made it
    if (taken.includes(name)) return { text: t.shell.errors.taken.text, free: freeName(name, true, taken) }
    const made = creating.mutateAsync({ name, parentFileId: folder, checkNameMode: "refuse" })
    return tellOfName(
      made.then((done) => {
        onMade(done.fileId)
        return done
      }),
      t.files.done.created(name),
      FolderPlus,
      refusalOf(name, true)
    )
  }
  return {
    recycle,
    move,
    copy,
    star,
    reload,
    rename: ({ fileId, type }, name) =>
      tellOfName(
        renaming.mutateAsync({ fileId, name, checkNameMode: "refuse" }),
        t.files.done.renamed(name),
        Pencil,
        refusalOf(name, type === "folder")
      ),
    createFolder
  }
}
