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
import type { ReadFolderOptions } from "../../services/FolderReader.js"

type DirectoryEntry = FolderEntry<{ readonly path: string }>

interface Folder {
  readonly directory: string
  readonly path: string
}

/** One walk. `root` is where the directory really is; `linked` are the directories outside that links have led to. */
interface Walk {
  readonly root: string
  readonly followLinks: boolean
  readonly linked: Set<string>
}

/** An entry, and where it is read if it is a folder. */
interface Found {
  readonly entry: DirectoryEntry
  readonly directory?: string
  /** A link led there. */
  readonly isLinked?: boolean
}

const unreadable = (path: string): DirectoryEntry => ({
  _tag: "Unreadable",
  path,
  error: new SourceChanged({ name: path, what: "gone" })
})

const isBelow = (directory: string, path: string): boolean => {
  const way = Path.relative(directory, path)
  return way === "" || (way !== ".." && !way.startsWith(`..${Path.sep}`) && !Path.isAbsolute(way))
}

const fileAt = (path: string, location: string): Found => ({
  entry: { _tag: "File", path, source: { path: location } }
})

/** What is in the folder comes by itself, a way back up would never end, and neither would links that lead to each other. */
const isWalked = (walk: Walk, { directory: real, isLinked }: Found): boolean => {
  if (real === undefined || isLinked !== true) return true
  const isNew = !isBelow(walk.root, real) && !isBelow(real, walk.root) && !walk.linked.has(real)
  walk.linked.add(real)
  return isNew
}

/** Where it leads is settled once: what is read later is read from there. */
const behindLink = (walk: Walk, path: string, location: string) =>
  Effect.tryPromise(async (): Promise<Option.Option<Found>> => {
    const real = await Fs.realpath(location)
    const stats = await Fs.stat(real)
    if (!stats.isFile() && !stats.isDirectory()) return Option.none()
    if (!walk.followLinks && !isBelow(walk.root, real)) return Option.some({ entry: { _tag: "LeftOut", path } })
    if (stats.isFile()) return Option.some(fileAt(path, real))
    return walk.followLinks
      ? Option.some({ entry: { _tag: "Folder", path }, directory: real, isLinked: true })
      : Option.none()
  }).pipe(Effect.orElseSucceed(() => Option.some<Found>({ entry: unreadable(path) })))

const entryOf = (walk: Walk, folder: Folder, name: string, kind: "directory" | "file" | "link" | "other") => {
  const path = joinPath(folder.path, name)
  const location = Path.join(folder.directory, name)
  switch (kind) {
    case "directory":
      return Effect.succeed(Option.some<Found>({ entry: { _tag: "Folder", path }, directory: location }))
    case "file":
      return Effect.succeed(Option.some(fileAt(path, location)))
    case "link":
      return behindLink(walk, path, location)
    case "other":
      return Effect.succeed(Option.none<Found>())
  }
}

const readFolder = (walk: Walk, folder: Folder) =>
  Effect.gen(function*() {
    const names = yield* Effect.tryPromise(() => Fs.readdir(folder.directory, { withFileTypes: true }))
    const sorted = names.sort((one, other) => one.name < other.name ? -1 : 1)
    const found = yield* Effect.forEach(sorted, (name) =>
      entryOf(
        walk,
        folder,
        name.name,
        name.isDirectory() ? "directory" : name.isFile() ? "file" : name.isSymbolicLink() ? "link" : "other"
      ), { concurrency: 8 })
    return found.flatMap(Option.toArray).filter((one) => isWalked(walk, one))
  })

/**
 * Walks a directory, one folder at a time. Sockets and devices are left out; what cannot be read is an `Unreadable` entry, a link
 * that leads out of the directory `LeftOut`. Links to files in it are followed, those to folders in it are not: what is there comes
 * by itself. With `followLinks` what they lead to outside comes too, each folder once. Fails with `InvalidInput` when the directory
 * itself cannot be read.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fromDirectory = (
  directory: string,
  { followLinks = false }: ReadFolderOptions = {}
): Stream.Stream<DirectoryEntry, InvalidInput> =>
  Stream.unwrap(
    Effect.gen(function*() {
      // The program may go to another folder meanwhile.
      const given = Path.resolve(directory)
      const walk: Walk = {
        root: yield* Effect.tryPromise(() => Fs.realpath(given)),
        followLinks,
        linked: new Set<string>()
      }
      const top = yield* readFolder(walk, { directory: given, path: "" })
      let folders: Array<Folder> = []
      const enqueue = (found: ReadonlyArray<Found>): ReadonlyArray<DirectoryEntry> => {
        const below = found.flatMap(({ directory, entry }) =>
          directory === undefined ? [] : [{ directory, path: entry.path }]
        )
        // No call takes as many arguments as a directory may have folders.
        folders = [...below, ...folders]
        return found.map(({ entry }) => entry)
      }
      const rest = Stream.repeatEffectOption(Effect.suspend(() => {
        const folder = folders.shift()
        return folder === undefined
          ? Effect.fail(Option.none())
          : Effect.map(
            Effect.orElseSucceed(readFolder(walk, folder), () => [{ entry: unreadable(folder.path) }]),
            enqueue
          )
      }))
      return Stream.concat(Stream.succeed(enqueue(top)), rest).pipe(
        Stream.flatMap((entries) => Stream.fromIterable(entries))
      )
    }).pipe(
      Effect.mapError(() => new InvalidInput({ field: "path", message: `"${directory}" is not a readable directory` }))
    )
  )
