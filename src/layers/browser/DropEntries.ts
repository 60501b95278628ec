/**
 * The entries of a drop, of `<input webkitdirectory>` and of a directory handle (browsers).
 *
 * @since 1.0.7
 */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import type { FolderEntry } from "../../domain/FolderEntry.js"
import { joinPath, parentPath } from "../../domain/FolderEntry.js"
import type { KeepHandle } from "./KeptHandles.js"
import { keeping, ofItem } from "./KeptHandles.js"

type BrowserEntry = FolderEntry<File | FileSystemFileHandle>

/** As `Stream.fromIterable`, which a page would load for this alone. */
const streamOf = <A>(items: ReadonlyArray<A>): Stream.Stream<A> => Stream.fromChunk(Chunk.unsafeFromArray(items))

const unreadable = (path: string): BrowserEntry => ({
  _tag: "Unreadable",
  path,
  error: new SourceChanged({ name: path, what: "gone" })
})

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

const fileOf = (entry: FileSystemFileEntry, path: string, keep: KeepHandle): Effect.Effect<BrowserEntry> =>
  Effect.async((resume) => {
    entry.file(
      (file) => resume(Effect.map(keep(file, path), (source) => ({ _tag: "File", path, source }))),
      () => resume(Effect.succeed(unreadable(path)))
    )
  })

const readBatch = (reader: FileSystemDirectoryReader) =>
  Effect.async<ReadonlyArray<FileSystemEntry>, DOMException>((resume) => {
    reader.readEntries((entries) => resume(Effect.succeed(entries)), (error) => resume(Effect.fail(error)))
  })

/** A reader gives about a hundred entries a call; it is asked until it gives none. */
const restOf = (reader: FileSystemDirectoryReader): Stream.Stream<FileSystemEntry, DOMException> =>
  Stream.flatMap(
    Stream.fromEffect(readBatch(reader)),
    (batch) => batch.length === 0 ? Stream.empty : Stream.concat(streamOf(batch), restOf(reader))
  )

const childrenOf = (entry: FileSystemDirectoryEntry): Stream.Stream<FileSystemEntry, DOMException> =>
  Stream.suspend(() => restOf(entry.createReader()))

const walkEntry = (entry: FileSystemEntry, folder: string, keep: KeepHandle): Stream.Stream<BrowserEntry> => {
  const path = joinPath(folder, entry.name)
  if (isFile(entry)) return Stream.fromEffect(fileOf(entry, path, keep))
  if (!isDirectory(entry)) return Stream.empty
  return Stream.concat(
    Stream.succeed<BrowserEntry>({ _tag: "Folder", path }),
    childrenOf(entry).pipe(
      Stream.flatMap((child) => walkEntry(child, path, keep)),
      Stream.catchAll(() => Stream.succeed(unreadable(path)))
    )
  )
}

/**
 * The entries of a drop. Call it inside the drop handler: the items are taken at once, before the browser empties them; the
 * folders behind them are read when the stream runs. A file over 5 MiB comes as a handle where the browser gives one (Chromium), and
 * the handle of a smaller one is kept beside it, so that their uploads can resume after a reload. Give it some of the items only to
 * have an upload for each folder of a drop.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fromDrop = (
  transfer: { readonly items: ArrayLike<DataTransferItem> }
): Stream.Stream<BrowserEntry> => {
  const taken = Array.from(transfer.items)
    .filter((item) => item.kind === "file")
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile(), keep: ofItem(item) }))
  return streamOf(taken).pipe(Stream.flatMap(({ entry, file, keep }) => {
    if (entry !== null) return walkEntry(entry, "", keep)
    return file === null
      ? Stream.empty
      : Stream.succeed<BrowserEntry>({ _tag: "File", path: file.name, source: file })
  }))
}

/**
 * The entries of `<input type="file" webkitdirectory>` or of a plain multiple input. Browsers list no empty folders there. The files
 * are taken at once: a page that empties its input, so that the same can be picked again, empties the list too.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fromFileList = (files: Iterable<File>): Stream.Stream<BrowserEntry> => {
  const taken = Array.from(files)
  const seen = new Set<string>([""])
  const foldersOf = (path: string): ReadonlyArray<BrowserEntry> => {
    if (seen.has(path)) return []
    seen.add(path)
    return [...foldersOf(parentPath(path)), { _tag: "Folder", path }]
  }
  return streamOf(taken).pipe(Stream.flatMap((source) => {
    // Not every browser has the path: it is empty where no folder was picked, or not there at all.
    const path = source.webkitRelativePath || source.name
    return streamOf<BrowserEntry>([...foldersOf(parentPath(path)), { _tag: "File", path, source }])
  }))
}

const isDirectoryHandle = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === "directory"
const isFileHandle = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === "file"

/**
 * The entries below a directory handle, as `showDirectoryPicker` gives one; the directory itself is not an entry. Uploads of
 * its files resume after a reload.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fromDirectoryHandle = (
  directory: FileSystemDirectoryHandle,
  folder = ""
): Stream.Stream<BrowserEntry> =>
  Stream.fromAsyncIterable(directory.values(), () => new SourceChanged({ name: folder, what: "gone" })).pipe(
    Stream.flatMap((handle) => {
      const path = joinPath(folder, handle.name)
      if (isFileHandle(handle)) {
        const source = Effect.flatMap(
          Effect.tryPromise(() => handle.getFile()),
          (file) => keeping(file, () => Promise.resolve(handle))
        )
        return Stream.fromEffect(Effect.match(source, {
          onFailure: () => unreadable(path),
          onSuccess: (source): BrowserEntry => ({ _tag: "File", path, source })
        }))
      }
      return isDirectoryHandle(handle)
        ? Stream.concat(Stream.succeed<BrowserEntry>({ _tag: "Folder", path }), fromDirectoryHandle(handle, path))
        : Stream.empty
    }),
    Stream.catchTag(
      "SourceChanged",
      (error) => Stream.succeed<BrowserEntry>({ _tag: "Unreadable", path: folder, error })
    )
  )
