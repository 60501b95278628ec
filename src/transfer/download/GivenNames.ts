/**
 * The names that files of many have been given in a folder, until all of them are there. Who asks again for those that failed means
 * them alone, and their names are not to be those of files that are there by now.
 */
import type { FileId } from "../../domain/Ids.js"
import type { DownloadEngine } from "../../services/downloads/DownloadEngine.js"
import type { DownloadEntry } from "../../services/downloads/DownloadEntry.js"
import type { SinkFolder } from "../../services/FileSink.js"

/** Folders that are remembered; a program may fill a new one each time. */
const mostFolders = 100

/**
 * Of each file its name in the drive, the one that it was given, and the download that was to save it.
 */
export type GivenNames = Map<FileId, GivenName>

interface GivenName {
  readonly original: string
  readonly name: string
  readonly by: Pick<DownloadEntry, "batch" | "snapshot">
}

/**
 * Whether the file lies under the name.
 */
export const isThere = (fileId: FileId, { by }: GivenName): boolean => by.batch?.succeeded.has(fileId) === true

const remembered = new WeakMap<DownloadEngine, Map<string, GivenNames>>()

const foldersOf = (engine: DownloadEngine): Map<string, GivenNames> => {
  const folders = remembered.get(engine) ?? new Map<string, GivenNames>()
  remembered.set(engine, folders)
  return folders
}

/** A download that was cancelled has left nothing under them, unless the file was whole before. */
const forgetCancelled = (names: GivenNames): void => {
  for (const [fileId, given] of names) {
    if (given.by.snapshot.status === "cancelled" && !isThere(fileId, given)) names.delete(fileId)
  }
}

/**
 * The names given in a folder so far. Those of a new file are noted by whoever gives them.
 */
export const namesIn = (engine: DownloadEngine, folder: SinkFolder): GivenNames => {
  const folders = foldersOf(engine)
  const place = folder.target("_")
  const key = typeof place === "string" ? place : place.name
  const names: GivenNames = folders.get(key) ?? new Map()
  forgetCancelled(names)
  folders.delete(key)
  folders.set(key, names)
  const [oldest = key] = folders.keys()
  if (folders.size > mostFolders) folders.delete(oldest)
  return names
}
