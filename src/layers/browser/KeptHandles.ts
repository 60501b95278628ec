/**
 * Handles of dropped files: their uploads resume after a reload without the files being dropped again.
 *
 * @since 1.0.7
 */
import { directUploadLimit } from "../../domain/Constants.js"
import { keptHandles } from "../../services/uploads/SavedQueue.js"

/** Chromium only, and not in TypeScript's DOM. */
interface HandedItem {
  readonly getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}

/**
 * Gives a dropped file by its handle where that is worth having, and as it is elsewhere.
 *
 * @since 1.0.7
 * @category models
 */
export type KeepHandle = (file: File, path: string) => Promise<File | FileSystemFileHandle>

const isDirectory = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === "directory"
const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === "file"

/** The file below the dropped item: the first name of the path is the item's own. */
const below = async (top: FileSystemHandle, path: string): Promise<FileSystemFileHandle | undefined> => {
  const names = path.split("/").slice(1)
  const name = names.pop()
  if (name === undefined) return isFile(top) ? top : undefined
  if (!isDirectory(top)) return undefined
  let folder = top
  for (const step of names) folder = await folder.getDirectoryHandle(step)
  return folder.getFileHandle(name)
}

/**
 * A file that goes in parts is given by its handle at once. The handle of a smaller one is asked for when its upload is saved: ten
 * thousand small files that are done in a moment cost nothing.
 *
 * @since 1.0.7
 * @category combinators
 */
export const keepHandle = async (
  file: File,
  find: () => Promise<FileSystemFileHandle | undefined>
): Promise<File | FileSystemFileHandle> => {
  if (file.size > directUploadLimit) return await find().catch(() => undefined) ?? file
  keptHandles.set(file, find)
  return file
}

/**
 * Call it inside the drop handler: the item gives its handle then, and never again.
 *
 * @since 1.0.7
 * @category constructors
 */
export const ofItem = (item: DataTransferItem): KeepHandle => {
  // A browser without handles has no such method; where a page may not use it, the promise is rejected.
  const handed: DataTransferItem & HandedItem = item
  const top = handed.getAsFileSystemHandle?.().catch(() => null)
  if (top === undefined) return async (file) => file
  return (file, path) =>
    keepHandle(file, async () => {
      const handle = await top
      return handle === null ? undefined : below(handle, path)
    })
}
