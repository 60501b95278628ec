"use client"
/**
 * Commands for uploads.
 *
 * @since 1.0.7
 */
import { useMemo } from "react"
import type { DriveClient } from "../promise/DriveClient.js"
import { readDrop, readFileList } from "../promise/folderEntries.js"
import type { FolderHandle } from "../promise/FolderHandle.js"
import type { UploadHandle } from "../promise/UploadHandle.js"
import type { FolderRequest } from "../services/FolderUploads.js"
import type { UploadRequest } from "../services/Uploads.js"
import { useDrive } from "./useDrive.js"

/**
 * Where uploads go, and what happens when a name is taken.
 *
 * @since 1.0.7
 * @category models
 */
export type UploadTarget = Pick<
  UploadRequest,
  "checkNameMode" | "chunkSize" | "parallel" | "parentFileId" | "path" | "priority"
>

/**
 * Each function stays the same for as long as the drive does.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadActions {
  /** Starts one upload for each file. All are in the list when this returns. */
  readonly add: (files: Iterable<File>, target?: UploadTarget) => ReadonlyArray<UploadHandle>
  /** Like `drive.uploads.start`: any source, with its options. */
  readonly start: DriveClient["uploads"]["start"]
  /** Uploads dropped files and folders. Call it synchronously in the drop handler. */
  readonly addDrop: (transfer: DataTransfer, target?: Omit<FolderRequest, "entries" | "path">) => FolderHandle
  /** Uploads the files of an `<input webkitdirectory>` with their folders. */
  readonly addFolder: (files: Iterable<File>, target?: Omit<FolderRequest, "entries" | "path">) => FolderHandle
  /** Closes the requests in flight and keeps what is stored. */
  readonly pause: (id: string) => Promise<void>
  /** Resumes a paused upload; `file`: the file, if it had to be picked again. */
  readonly resume: (id: string, file?: File) => Promise<void>
  /** Discards the upload and deletes its parts from the storage. */
  readonly cancel: (id: string) => Promise<void>
  /** Retries a failed upload from where it failed. */
  readonly retry: (id: string) => Promise<void>
  /** Removes an ended upload from the list. */
  readonly remove: (id: string) => Promise<void>
  /** Stops all that have not ended. */
  readonly pauseAll: () => Promise<void>
  /** Resumes all that are stopped. */
  readonly resumeAll: () => Promise<void>
  /** Cancels all that have not ended. */
  readonly cancelAll: () => Promise<void>
  /** Retries all that have failed. */
  readonly retryFailed: () => Promise<void>
  /** Removes those that are done or cancelled from the list. */
  readonly clearDone: () => Promise<void>
  /** Higher goes before lower; default 0. */
  readonly setPriority: (id: string, priority: number) => Promise<void>
  /** Changes the limits of all uploads together. */
  readonly setLimits: DriveClient["uploads"]["setLimits"]
}

const each = async (
  { uploads }: DriveClient,
  wanted: ReadonlyArray<string>,
  what: (id: string) => Promise<void>
): Promise<void> => {
  const ids = uploads.list().filter((id) => wanted.includes(uploads.snapshot(id)?.status._tag ?? ""))
  await Promise.all(ids.map(what))
}

const actionsOf = (drive: DriveClient): UploadActions => {
  const { uploads } = drive
  return {
    add: (files, target) => Array.from(files, (source) => uploads.start({ ...target, source })),
    start: uploads.start,
    addDrop: (transfer, target) => uploads.startFolder({ ...target, entries: readDrop(transfer) }),
    addFolder: (files, target) => uploads.startFolder({ ...target, entries: readFileList(files) }),
    pause: uploads.stop,
    resume: uploads.resume,
    cancel: uploads.cancel,
    retry: uploads.retry,
    remove: uploads.remove,
    pauseAll: () => uploads.stopAll(),
    resumeAll: () => uploads.resumeAll(),
    cancelAll: () => uploads.cancelAll(),
    retryFailed: () => each(drive, ["failed", "elsewhere"], uploads.retry),
    clearDone: () => each(drive, ["done", "cancelled"], uploads.remove),
    setPriority: uploads.setPriority,
    setLimits: uploads.setLimits
  }
}

/**
 * Functions that start, pause, resume, cancel and retry uploads. They stay the same between renders.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useUploadActions = (): UploadActions => {
  const drive = useDrive()
  return useMemo(() => actionsOf(drive), [drive])
}
