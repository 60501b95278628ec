/**
 * Reads the entries of a drop, of `<input webkitdirectory>` and of a directory handle (browsers), one by one as they are asked for.
 * What cannot be read is an entry too; none of these fails.
 *
 * @since 1.0.7
 */
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import type { FolderEntry } from "../../domain/FolderEntry.js"
import { joinPath, parentPath } from "../../domain/FolderEntry.js"
import type { KeepHandle } from "./KeptHandles.js"
import { keepHandle, ofItem } from "./KeptHandles.js"
import type { PageDirectoryHandle, PageDropItem, PageFileHandle } from "./PageTypes.js"

/**
 * @since 1.0.7
 * @category models
 */
export type BrowserEntry = FolderEntry<File | PageFileHandle>

type Entries = AsyncGenerator<BrowserEntry>

/** It can be read more than once. */
const readBy = (read: () => Entries): AsyncIterable<BrowserEntry> => ({ [Symbol.asyncIterator]: read })

const unreadable = (path: string): BrowserEntry => ({
  _tag: "Unreadable",
  path,
  error: new SourceChanged({ name: path, what: "gone" })
})

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

async function* ofEntry(entry: FileSystemEntry, folder: string, keep: KeepHandle): Entries {
  const path = joinPath(folder, entry.name)
  try {
    if (isFile(entry)) {
      const file = await new Promise<File>((found, failed) => entry.file(found, failed))
      yield { _tag: "File", path, source: await keep(file, path) }
    } else if (isDirectory(entry)) {
      yield { _tag: "Folder", path }
      const reader = entry.createReader()
      const readBatch = () => new Promise<Array<FileSystemEntry>>((read, failed) => reader.readEntries(read, failed))
      // A reader gives about a hundred entries a call; it is asked until it gives none.
      for (let batch = await readBatch(); batch.length > 0; batch = await readBatch()) {
        for (const child of batch) yield* ofEntry(child, path, keep)
      }
    }
  } catch {
    yield unreadable(path)
  }
}

/**
 * See `fromDrop` in `DropEntries.ts`.
 *
 * @since 1.0.7
 * @category constructors
 */
export const readDrop = ({ items }: { readonly items: ArrayLike<PageDropItem> }): AsyncIterable<BrowserEntry> => {
  const taken = Array.from(items)
    .filter((item) => item.kind === "file")
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile(), keep: ofItem(item) }))
  return readBy(async function*() {
    for (const { entry, file, keep } of taken) {
      if (entry !== null) yield* ofEntry(entry, "", keep)
      else if (file !== null) yield { _tag: "File", path: file.name, source: file }
    }
  })
}

/**
 * See `fromFileList` in `DropEntries.ts`.
 *
 * @since 1.0.7
 * @category constructors
 */
export const readFileList = (files: Iterable<File>): AsyncIterable<BrowserEntry> => {
  const taken = Array.from(files)
  return readBy(async function*() {
    const seen = new Set([""])
    const foldersOf = (path: string): ReadonlyArray<BrowserEntry> => {
      if (seen.has(path)) return []
      seen.add(path)
      return [...foldersOf(parentPath(path)), { _tag: "Folder", path }]
    }
    for (const source of taken) {
      // Not every browser has the path: it is empty where no folder was picked, or not there at all.
      const path = source.webkitRelativePath || source.name
      yield* foldersOf(parentPath(path))
      yield { _tag: "File", path, source }
    }
  })
}

const isDirectoryHandle = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === "directory"
const isFileHandle = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === "file"

async function* ofHandle(handle: FileSystemHandle, folder: string): Entries {
  const path = joinPath(folder, handle.name)
  if (isDirectoryHandle(handle)) {
    yield { _tag: "Folder", path }
    yield* below(handle, path)
  } else if (isFileHandle(handle)) {
    try {
      const source = await keepHandle(await handle.getFile(), () => Promise.resolve(handle))
      yield { _tag: "File", path, source }
    } catch {
      yield unreadable(path)
    }
  }
}

async function* below(directory: FileSystemDirectoryHandle, folder: string): Entries {
  try {
    for await (const handle of directory.values()) yield* ofHandle(handle, folder)
  } catch {
    yield unreadable(folder)
  }
}

/**
 * See `fromDirectoryHandle` in `DropEntries.ts`.
 *
 * @since 1.0.7
 * @category constructors
 */
export const readDirectory = (directory: PageDirectoryHandle, folder = ""): AsyncIterable<BrowserEntry> =>
  readBy(() => below(directory, folder))
