import { useQueryClient } from "@tanstack/react-query"
import type { BatchResult, DriveFile } from "effect-drive/promise"
import { isDriveError } from "effect-drive/promise"
import { useDrive } from "effect-drive/react"
import { Copy, FolderInput, Trash2 } from "lucide-react"
import { useMemo } from "react"
import { useLanguage } from "../language/Language.js"
import { useToasts } from "../parts/Toasts.js"
import { problemOf } from "../shell/problemOf.js"
import { useSpace } from "../shell/Spaces.js"
import type { Conditions } from "./Conditions.js"
import type { FilePages } from "./queries.js"
import { changePages, folderKey } from "./queries.js"

export interface FolderChanges {
  /** Gives a sentence where the name was refused, so that the field stays open with it. */
  readonly rename: (file: DriveFile, name: string) => Promise<string | undefined>
  readonly createFolder: (name: string) => Promise<string | undefined>
  readonly recycle: (files: ReadonlyArray<DriveFile>) => void
  readonly move: (ids: ReadonlyArray<string>, to: { readonly fileId: string; readonly name: string }) => void
  readonly copy: (ids: ReadonlyArray<string>) => void
  readonly star: (files: ReadonlyArray<DriveFile>, starred: boolean) => void
  readonly reload: () => void
}

/** The last change that can be taken back, for the keys that do it. */
export const lastUndo: { current: (() => void) | undefined } = { current: undefined }

/** Changes of one folder. Rows change at once; what the service refuses is put back, and says why. */
export const useFolderChanges = (folder: string, conditions: Conditions): FolderChanges => {
  const drive = useDrive()
  const queries = useQueryClient()
  const toasts = useToasts()
  const { spaceId } = useSpace()
  const { t } = useLanguage()

  return useMemo((): FolderChanges => {
    const inSpace = { spaceId }
    const key = folderKey(spaceId, folder)
    const reload = () => void queries.invalidateQueries({ queryKey: key })
    const reloadAll = () => void queries.invalidateQueries({ queryKey: ["drive", spaceId, "files"] })
    const patch = (change: (file: DriveFile) => DriveFile | undefined) =>
      queries.setQueryData<FilePages>(key, (data) => changePages(data, change))
    const without = (ids: ReadonlySet<string>) => patch((file) => ids.has(file.fileId) ? undefined : file)

    const refuse = (message: string, cause: unknown, retry?: () => void) => {
      if (!isDriveError(cause)) throw cause
      toasts.show({
        message,
        detail: problemOf(cause, t).text,
        tone: "bad",
        ...(retry === undefined ? {} : { action: { label: t.parts.retry, run: retry } })
      })
    }
    const offerUndo = (undo: () => void) => {
      const once = () => {
        lastUndo.current = undefined
        undo()
      }
      lastUndo.current = once
      return { label: t.parts.undo, run: once }
    }
    const failuresOf = (result: BatchResult<unknown>) => new Set<string>(result.errorItems.map(({ fileId }) => fileId))

    const restore = (ids: ReadonlyArray<string>) => {
      drive.recycleBin.restore(ids, inSpace).then(
        () => {
          toasts.show({ message: t.files.done.restored(ids.length) })
          reloadAll()
        },
        (cause: unknown) => refuse(t.files.notDone.undo, cause, () => restore(ids))
      )
    }
    const recycle = (files: ReadonlyArray<DriveFile>) => {
      const ids = files.map(({ fileId }) => fileId)
      const before = queries.getQueryData<FilePages>(key)
      without(new Set(ids))
      drive.recycleBin.recycle(ids, inSpace).then((result) => {
        const failed = failuresOf(result)
        const done = ids.filter((id) => !failed.has(id))
        if (failed.size > 0) {
          reload()
          conditions.set(failed, { _tag: "Failed", text: t.files.failed.recycle })
          toasts.show({ message: t.files.notDone.recycle(failed.size), tone: "bad" })
        }
        if (done.length === 0) return
        toasts.show({
          message: t.files.done.recycled(done.length),
          icon: Trash2,
          action: offerUndo(() => restore(done))
        })
      }, (cause: unknown) => {
        queries.setQueryData(key, before)
        refuse(t.files.notDone.recycle(ids.length), cause, () => recycle(files))
      })
    }
    const move = (ids: ReadonlyArray<string>, to: { readonly fileId: string; readonly name: string }) => {
      conditions.set(ids, { _tag: "Pending", text: t.files.pending.moving })
      drive.files.move({ fileIds: [...ids], toParentFileId: to.fileId }, inSpace).then((result) => {
        const failed = failuresOf(result)
        const done = ids.filter((id) => !failed.has(id))
        conditions.set(done, undefined)
        conditions.set(failed, {
          _tag: "Failed",
          text: t.files.failed.move,
          retry: () => move([...failed], to)
        })
        without(new Set(done))
        reloadAll()
        if (done.length === 0) return
        toasts.show({
          message: t.files.drag.moved(done.length, to.name),
          icon: FolderInput,
          action: offerUndo(() => {
            drive.files.move({ fileIds: done, toParentFileId: folder }, inSpace).then(
              reloadAll,
              (cause: unknown) => refuse(t.files.notDone.undo, cause)
            )
          })
        })
      }, (cause: unknown) => {
        conditions.set(ids, { _tag: "Failed", text: t.files.failed.move, retry: () => move(ids, to) })
        refuse(t.files.failed.move, cause)
      })
    }

    return {
      reload,
      recycle,
      move,
      rename: async (file, name) => {
        conditions.set([file.fileId], { _tag: "Pending", text: t.files.pending.renaming })
        try {
          const renamed = await drive.files.rename({ fileId: file.fileId, name, checkNameMode: "refuse" }, inSpace)
          conditions.set([file.fileId], undefined)
          if (renamed === undefined) reload()
          else patch((other) => other.fileId === file.fileId ? renamed : other)
          void queries.invalidateQueries({ queryKey: ["drive", spaceId, "file", file.fileId] })
          return undefined
        } catch (cause) {
          conditions.set([file.fileId], undefined)
          if (!isDriveError(cause)) throw cause
          return problemOf(cause, t).text
        }
      },
      createFolder: async (name) => {
        try {
          await drive.files.createFolder({ name, parentFileId: folder, checkNameMode: "refuse" }, inSpace)
          await queries.invalidateQueries({ queryKey: key })
          return undefined
        } catch (cause) {
          if (!isDriveError(cause)) throw cause
          return problemOf(cause, t).text
        }
      },
      copy: (ids) => {
        drive.files.copy({ fileIds: [...ids], toParentFileId: folder }, inSpace).then(({ successItems }) => {
          reload()
          if (successItems.length > 0) toasts.show({ message: t.files.done.copied(successItems.length), icon: Copy })
        }, (cause: unknown) => refuse(t.shell.errors.unknown.text, cause))
      },
      star: (files, starred) => {
        void Promise.all(files.map(({ fileId }) => drive.files.star({ fileId, starred }, inSpace))).then(
          () => void queries.invalidateQueries({ queryKey: key }),
          (cause: unknown) => refuse(t.shell.errors.unknown.text, cause)
        )
      }
    }
  }, [conditions, drive, folder, queries, spaceId, t, toasts])
}
