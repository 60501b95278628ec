/**
 * The entries of a directory on disk (Node).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Fs from "node:fs/promises"
import * as Path from "node:path"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import type { FolderEntry } from "../../domain/FolderEntry.js"
import { joinPath } from "../../domain/FolderEntry.js"

type DirectoryEntry = FolderEntry<{ readonly path: string }>

interface Folder {
  readonly directory: string
  readonly path: string
}

const unreadable = (path: string): DirectoryEntry => ({
  _tag: "Unreadable",
  path,
  error: new SourceChanged({ name: path, what: "gone" })
})

/** Links are followed to files, never into directories: a link upwards would never end. */
const entryOf = (folder: Folder, name: string, kind: "directory" | "file" | "link" | "other") =>
  Effect.gen(function*() {
    const path = joinPath(folder.path, name)
    const location = Path.join(folder.directory, name)
    if (kind === "directory") return Option.some<DirectoryEntry>({ _tag: "Folder", path })
    if (kind === "file") return Option.some<DirectoryEntry>({ _tag: "File", path, source: { path: location } })
    if (kind === "other") return Option.none<DirectoryEntry>()
    const target = yield* Effect.option(Effect.tryPromise(() => Fs.stat(location)))
    if (Option.isNone(target)) return Option.some(unreadable(path))
    return target.value.isFile()
      ? Option.some<DirectoryEntry>({ _tag: "File", path, source: { path: location } })
      : Option.none<DirectoryEntry>()
  })

const readFolder = (folder: Folder) =>
  Effect.gen(function*() {
    const names = yield* Effect.tryPromise(() => Fs.readdir(folder.directory, { withFileTypes: true }))
    const sorted = names.sort((one, other) => one.name < other.name ? -1 : 1)
    const entries = yield* Effect.forEach(sorted, (name) =>
      entryOf(
        folder,
        name.name,
        name.isDirectory() ? "directory" : name.isFile() ? "file" : name.isSymbolicLink() ? "link" : "other"
      ), { concurrency: 8 })
    return entries.flatMap(Option.toArray)
  })

/**
 * Walks a directory, one folder at a time. Sockets, devices and links to directories are left out; what cannot be read is
 * an `Unreadable` entry. Fails with `InvalidInput` when the directory itself cannot be read.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fromDirectory = (directory: string): Stream.Stream<DirectoryEntry, InvalidInput> =>
  Stream.unwrap(Effect.map(
    Effect.mapError(
      readFolder({ directory, path: "" }),
      () => new InvalidInput({ field: "path", message: `"${directory}" is not a readable directory` })
    ),
    (top) => {
      const folders: Array<Folder> = []
      const enqueue = (entries: ReadonlyArray<DirectoryEntry>): ReadonlyArray<DirectoryEntry> => {
        const found = entries.filter((entry) => entry._tag === "Folder")
        folders.unshift(
          ...found.map((entry) => ({ directory: Path.join(directory, ...entry.path.split("/")), path: entry.path }))
        )
        return entries
      }
      const rest = Stream.repeatEffectOption(Effect.suspend(() => {
        const folder = folders.shift()
        return folder === undefined
          ? Effect.fail(Option.none())
          : Effect.map(Effect.orElseSucceed(readFolder(folder), () => [unreadable(folder.path)]), enqueue)
      }))
      return Stream.concat(Stream.succeed(enqueue(top)), rest).pipe(
        Stream.flatMap((entries) => Stream.fromIterable(entries))
      )
    }
  ))
