/** What this page has put into the queue: sources to start again with, folders that were dropped, and names taken in them. */
import type {
  ConflictChoice,
  DriveClient,
  DriveFile,
  FolderConflict,
  FolderHandle,
  UploadRequest
} from "effect-drive/promise"
import { fromDrop, fromFileList } from "effect-drive/promise"
import * as Stream from "effect/Stream"
import { onNextUser } from "../shell/onNextUser.js"

type Source = UploadRequest["source"]

/** Where things go. */
export interface Goal {
  readonly drive: DriveClient
  readonly spaceId: string
  readonly folder: string
}

/** A file of a dropped folder whose name is taken. It waits beside the folder, so that the other files continue. */
export interface HeldFile {
  readonly id: string
  readonly path: string
  readonly source: Source
  readonly existing: DriveFile
}

export interface IncomingFolder {
  readonly id: string
  readonly name: string
  readonly goal: Goal
  readonly handle: FolderHandle
  readonly held: ReadonlyArray<HeldFile>
}

interface Started {
  readonly request: UploadRequest
  readonly goal: Goal
}

const started = new Map<string, Started>()
let folders: ReadonlyArray<IncomingFolder> = []
const listeners = new Set<() => void>()

const setFolders = (next: ReadonlyArray<IncomingFolder>): void => {
  folders = next
  for (const listener of listeners) listener()
}

// an answer about a held file would send it in the name of whoever has signed in
onNextUser(() => setFolders([]))

const changeFolder = (id: string, change: (folder: IncomingFolder) => IncomingFolder): void =>
  setFolders(folders.map((folder) => folder.id === id ? change(folder) : folder))

export const incomingFolders = {
  read: (): ReadonlyArray<IncomingFolder> => folders,
  subscribe: (listener: () => void): () => void => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  remove: (id: string): void => setFolders(folders.filter((folder) => folder.id !== id))
}

/** What an upload of this page was started with; another page's cannot be started again from here. */
export const startedWith = (id: string): Started | undefined => started.get(id)

const startFile = (goal: Goal, source: Source, name?: string): void => {
  const request: UploadRequest = {
    source,
    parentFileId: goal.folder,
    checkNameMode: "refuse",
    ...(name === undefined ? {} : { name })
  }
  started.set(goal.drive.uploads.start(request, { spaceId: goal.spaceId }).id, { request, goal })
}

/** Starts what has been cancelled once more, from its first byte. */
export const startAgain = async (id: string): Promise<void> => {
  const known = started.get(id)
  if (known === undefined) return
  const { goal, request } = known
  await goal.drive.uploads.remove(id)
  started.delete(id)
  started.set(goal.drive.uploads.start(request, { spaceId: goal.spaceId }).id, known)
}

export const addFiles = (goal: Goal, sources: Iterable<Source>): void => {
  for (const source of sources) startFile(goal, source)
}

type Entries = AsyncIterable<FolderEntryOf<ReturnType<typeof fromDrop>>>
type FolderEntryOf<Entry> = Entry extends Stream.Stream<infer One> ? One : never

const startFolder = (goal: Goal, name: string, entries: Entries): void => {
  const hold = ({ existing, path, source }: FolderConflict): ConflictChoice => {
    const file: HeldFile = { id: `${handle.id}/${path}`, path, source, existing }
    changeFolder(handle.id, (folder) => ({ ...folder, held: [...folder.held, file] }))
    return "skip"
  }
  const handle = goal.drive.uploads.startFolder(
    { entries, parentFileId: goal.folder, checkNameMode: "refuse", onConflict: hold },
    { spaceId: goal.spaceId }
  )
  setFolders([...folders, { id: handle.id, name, goal, handle, held: [] }])
}

const startTopFiles = async (goal: Goal, entries: Entries): Promise<void> => {
  for await (const entry of entries) if (entry._tag === "File") startFile(goal, entry.source, entry.path)
}

/** Files and folders of a drop, each folder by itself; call it while the drop is handled: after that the items are empty. */
export const addDrop = (goal: Goal, transfer: DataTransfer): void => {
  const files: Array<DataTransferItem> = []
  for (const item of Array.from(transfer.items)) {
    const entry = item.webkitGetAsEntry()
    if (entry?.isDirectory !== true) files.push(item)
    else startFolder(goal, entry.name, Stream.toAsyncIterable(fromDrop({ items: [item] })))
  }
  void startTopFiles(goal, Stream.toAsyncIterable(fromDrop({ items: files })))
}

/** Files of the browser's dialog for a folder, in their places. */
export const addFolder = (goal: Goal, files: ReadonlyArray<File>): void => {
  const [name] = files[0]?.webkitRelativePath.split("/") ?? []
  if (name !== undefined) startFolder(goal, name, Stream.toAsyncIterable(fromFileList(files)))
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")))

/** What becomes of a held file: beside the one that is there, in its place, or not at all. */
export const settleHeld = (folderId: string, file: HeldFile, choice: ConflictChoice): void => {
  const folder = folders.find(({ id }) => id === folderId)
  if (folder === undefined) return
  changeFolder(folderId, (before) => ({ ...before, held: before.held.filter(({ id }) => id !== file.id) }))
  if (choice === "skip") return
  const { goal } = folder
  const path = parentOf(file.path)
  const request: UploadRequest = {
    source: file.source,
    name: file.path.slice(file.path.lastIndexOf("/") + 1),
    parentFileId: goal.folder,
    ...(path === "" ? {} : { path }),
    checkNameMode: choice === "replace" ? "overwrite" : "auto_rename"
  }
  started.set(goal.drive.uploads.start(request, { spaceId: goal.spaceId }).id, { request, goal })
}
