/** A page with a drive whose downloads tests drive by hand. */
import type { DownloadHandle, DownloadRequest, DownloadSnapshot, DriveClient } from "../../../src/promise/browser.js"
import { createDrive } from "../../../src/promise/browser.js"
import type { DownloadTuning } from "../../../src/services/downloads/DownloadEngine.js"

interface Options {
  readonly serviceWorker?: string
  readonly memoryLimit?: number
  readonly tuning?: Partial<DownloadTuning>
}

let drive: DriveClient | undefined
let current: DownloadHandle | undefined

const opened = (): DriveClient => {
  if (drive === undefined) throw new Error("nobody has signed in")
  return drive
}

const signIn = async (apiHost: string, accessToken: string, { tuning = {}, ...saving }: Options = {}) => {
  drive = createDrive({ apiHost, product: { id: "page", version: "1.0" }, saving, downloads: tuning })
  await drive.session.initialise({ accessToken })
}

const start = (request: DownloadRequest): string => {
  current = opened().downloads.start(request)
  return current.id
}

const handle = (): DownloadHandle => {
  if (current === undefined) throw new Error("nothing was started")
  return current
}

const done = () =>
  handle().done.then(
    (result) => ({ ...result, error: undefined }),
    (error) => ({ error: { _tag: String(error._tag), message: String(error.message) } })
  )

/** The first snapshot in which this holds. */
const until = (holds: (snapshot: DownloadSnapshot) => boolean): Promise<DownloadSnapshot> =>
  new Promise((resolve, reject) => {
    const look = () => {
      const snapshot = handle().snapshot()
      if (snapshot.error !== undefined) reject(snapshot.error)
      if (!holds(snapshot)) return
      off()
      resolve(snapshot)
    }
    const off = handle().subscribe(look)
    look()
  })

const received = (bytes: number) => until((snapshot) => snapshot.received >= bytes)

const reached = (status: DownloadSnapshot["status"]) => until((snapshot) => snapshot.status === status)

/** A save dialogue that a test answers: with a file of the private file system, or by closing it. */
const answerDialogue = (answer: "file" | "dismiss" | "forbid") => {
  const asked: Array<{ readonly name: string; readonly inClick: boolean }> = []
  const showSaveFilePicker = async ({ suggestedName }: { readonly suggestedName: string }) => {
    asked.push({ name: suggestedName, inClick: navigator.userActivation.isActive })
    if (answer === "dismiss") throw new DOMException("closed", "AbortError")
    if (answer === "forbid") throw new DOMException("not in a frame", "SecurityError")
    const folder = await navigator.storage.getDirectory()
    return folder.getFileHandle("chosen.bin", { create: true })
  }
  Object.assign(window, { showSaveFilePicker })
  window.asked = asked
}

const withoutDialogue = () => Object.assign(window, { showSaveFilePicker: undefined })

const chosenFile = async (): Promise<string> => {
  const folder = await navigator.storage.getDirectory()
  const file = await (await folder.getFileHandle("chosen.bin")).getFile()
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** What lies in the private file system. */
const privateFiles = async (): Promise<ReadonlyArray<string>> => {
  const names: Array<string> = []
  const folder = await navigator.storage.getDirectory() as FileSystemDirectoryHandle & {
    readonly keys: () => AsyncIterable<string>
  }
  // A file that is being written has a shadow of this name beside it.
  for await (const name of folder.keys()) if (!name.endsWith(".crswap")) names.push(name)
  return names
}

/** Stops it as soon as it has received as much: by the speed of the space the rest cannot have come yet. */
const stopAt = async (bytes: number): Promise<void> => {
  await received(bytes)
  await handle().stop()
}

/** The same with a cancel; gives what lay in the private file system before. */
const cancelAt = async (bytes: number): Promise<ReadonlyArray<string>> => {
  await received(bytes)
  const names = await privateFiles()
  await handle().cancel()
  return names
}

/** No room for a file twice its size. */
const withoutRoom = () => {
  navigator.storage.estimate = () => Promise.resolve({ quota: 1, usage: 0 })
}

const button = document.createElement("button")
button.textContent = "Save"
document.body.append(button)

/** Starts in the next click, as an application does. */
const startOnClick = (request: DownloadRequest) => {
  button.addEventListener("click", () => start(request), { once: true })
}

const page = {
  signIn,
  start,
  startOnClick,
  done,
  received,
  reached,
  stopAt,
  cancelAt,
  stop: () => handle().stop(),
  resume: () => handle().resume(),
  snapshot: () => handle().snapshot(),
  answerDialogue,
  withoutDialogue,
  chosenFile,
  privateFiles,
  withoutRoom
}

declare global {
  interface Window {
    page: typeof page
    asked: ReadonlyArray<{ readonly name: string; readonly inClick: boolean }>
  }
}

window.page = page
