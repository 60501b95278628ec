/** All uploads as the panel shows them: in the order of what they do, with one sentence's worth of figures. */
import type { DriveClient, FolderSnapshot, UploadStatusTag } from "effect-drive/promise"
import { useDrive } from "effect-drive/react"
import { useSyncExternalStore } from "react"
import { incomingFolders, startedWith } from "./incoming.js"

export type BoardRow =
  | { readonly kind: "folder"; readonly id: string }
  | { readonly kind: "upload"; readonly id: string }

export interface Board {
  readonly rows: ReadonlyArray<BoardRow>
  /** Of the folders among the rows, by their ids. */
  readonly folders: ReadonlyMap<string, FolderSnapshot>
  /** Kept apart, as they fold when they are many. */
  readonly done: ReadonlyArray<string>
  readonly all: number
  /** So many uploads and folders have come onto the list here since the page was loaded; those that are gone count too. */
  readonly arrived: number
  /** A dropped folder is still being read: there will be more than `all`. */
  readonly isReading: boolean
  readonly succeeded: number
  readonly failed: number
  readonly paused: number
  readonly waiting: number
  readonly questions: number
  /** Their files are to be picked once more. */
  readonly needsFile: number
  readonly elsewhere: number
  /** Still to come by themselves. */
  readonly underWay: number
  /** Bytes go over the line, or the file is being read. */
  readonly moving: number
  readonly unfinished: number
  readonly sent: number
  readonly size: number
  readonly speed: number
  readonly eta: number | undefined
}

/** Progress never changes the order, states do. */
const order: ReadonlyArray<UploadStatusTag> = [
  "uploading",
  "finishing",
  "hashing",
  "failed",
  "conflict",
  "needsFile",
  "waitingForSignIn",
  "paused",
  "waitingForNetwork",
  "queued",
  "cancelled",
  "elsewhere",
  "done"
]

/** A row that comes and goes before its name is read costs more than it tells: the folder's row counts such a file. */
const passing: ReadonlySet<UploadStatusTag> = new Set(["queued", "hashing", "uploading", "finishing"])
const soonGone = 1024 * 1024

const rankOf = new Map(order.map((tag, index) => [tag, index]))

const empty: Board = {
  rows: [],
  folders: new Map(),
  done: [],
  all: 0,
  arrived: 0,
  isReading: false,
  succeeded: 0,
  failed: 0,
  paused: 0,
  waiting: 0,
  questions: 0,
  needsFile: 0,
  elsewhere: 0,
  underWay: 0,
  moving: 0,
  unfinished: 0,
  sent: 0,
  size: 0,
  speed: 0,
  eta: undefined
}

/** Ids that were on the list and that nobody here has started alone: files of folders, counted with their folder. */
const inFolders = new Set<string>()
const seen = new Set<string>()
const arrived = new Set<string>()

/** As all of it is now: `useBoard` shows the board of a moment ago. */
export const readBoard = (drive: DriveClient): Board => {
  const ids = drive.uploads.list()
  const folders = incomingFolders.read()
  const totals = drive.uploads.totals()
  const { counts } = totals
  const snapshots = new Map(folders.map(({ handle, id }) => [id, handle.snapshot()]))
  const running = [...snapshots.values()].filter(({ status }) => status === "running" || status === "stopped")
  const ranks = order.map((): Array<BoardRow> => [])
  const done: Array<string> = []
  let { sent, size } = totals
  let ofFolders = 0
  for (const id of ids) {
    const upload = drive.uploads.snapshot(id)
    if (upload === undefined) continue
    if (!seen.has(id)) {
      seen.add(id)
      if (running.length > 0 && startedWith(id) === undefined) inFolders.add(id)
    }
    const { _tag } = upload.status
    if (_tag !== "elsewhere" && !inFolders.has(id)) arrived.add(id)
    if (inFolders.has(id)) ofFolders++
    // a folder counts its own bytes, and another tab shows what it does
    if ((inFolders.has(id) && _tag !== "cancelled") || _tag === "elsewhere") {
      sent -= _tag === "done" ? upload.size ?? 0 : upload.bytes.sent
      size -= upload.size ?? 0
    }
    if (_tag === "done") done.push(id)
    else if (inFolders.has(id) && passing.has(_tag) && (upload.size ?? 0) < soonGone) continue
    else if (_tag !== "elsewhere") ranks[rankOf.get(_tag) ?? 0]?.push({ kind: "upload", id })
  }
  let folderFiles = 0
  let folderDone = 0
  let held = 0
  for (const [id, { bytes, files, skipped, succeeded }] of snapshots) {
    arrived.add(id)
    sent += bytes.sent
    size += bytes.total
    folderFiles += files - skipped
    folderDone += succeeded
  }
  for (const folder of folders) held += folder.held.length
  const underWay = counts.finishing + counts.hashing + counts.queued + counts.uploading + counts.waitingForNetwork +
    counts.waitingForSignIn
  const going = running.filter(({ status }) => status === "running")
  const { speed } = totals
  return {
    rows: [...folders.map(({ id }): BoardRow => ({ kind: "folder", id })), ...ranks.flat()],
    folders: snapshots,
    done,
    all: ids.length - ofFolders + folderFiles - counts.elsewhere - counts.cancelled,
    arrived: arrived.size,
    isReading: going.some(({ reading }) => reading),
    succeeded: counts.done + folderDone,
    failed: counts.failed,
    paused: counts.paused,
    waiting: counts.waitingForNetwork,
    questions: counts.conflict + counts.needsFile + held,
    needsFile: counts.needsFile,
    elsewhere: counts.elsewhere,
    underWay: Math.max(underWay, going.length),
    moving: counts.uploading + counts.finishing + counts.hashing,
    unfinished: Math.max(underWay, going.length) + counts.paused + counts.conflict + counts.needsFile + held,
    sent,
    size,
    speed,
    eta: speed > 0 ? ((size - sent) / speed) * 1000 : undefined
  }
}

/** Ten thousand uploads change many times a second; people read twice a second. */
const interval = 250

const makeStore = (drive: DriveClient) => {
  let board = empty
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  let off: ReadonlyArray<() => void> = []
  let folderOffs = new Map<string, () => void>()
  const read = () => {
    timer = undefined
    board = readBoard(drive)
    for (const listener of listeners) listener()
  }
  const soon = () => {
    timer ??= setTimeout(read, interval)
  }
  /** What a person has asked for shows at once. */
  const onFolder = ({ id, status }: FolderSnapshot) => {
    if (board.folders.get(id)?.status === status) return soon()
    clearTimeout(timer)
    read()
  }
  const followFolders = () => {
    const next = new Map<string, () => void>()
    for (const { handle, id } of incomingFolders.read()) next.set(id, folderOffs.get(id) ?? handle.subscribe(onFolder))
    for (const [id, end] of folderOffs) if (!next.has(id)) end()
    folderOffs = next
    soon()
  }
  return {
    read: () => board,
    subscribe: (listener: () => void) => {
      if (listeners.size === 0) {
        off = [drive.uploads.subscribeTotals(soon), incomingFolders.subscribe(followFolders)]
        followFolders()
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        for (const end of [...off, ...folderOffs.values()]) end()
        folderOffs = new Map()
        clearTimeout(timer)
        timer = undefined
      }
    }
  }
}

const stores = new WeakMap<DriveClient, ReturnType<typeof makeStore>>()

const storeOf = (drive: DriveClient) => {
  const store = stores.get(drive) ?? makeStore(drive)
  stores.set(drive, store)
  return store
}

export const useBoard = (): Board => {
  const store = storeOf(useDrive())
  return useSyncExternalStore(store.subscribe, store.read)
}

/** A folder's figures, as they are in the totals of the panel. */
export const useBoardFolder = (id: string): FolderSnapshot | undefined => useBoard().folders.get(id)
