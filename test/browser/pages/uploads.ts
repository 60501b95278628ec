/** A page with a drive that tests drive by hand. */
import type { DriveClient, FolderReport, UploadHandle, UploadSnapshot } from "../../../src/promise/browser.js"
import { createDrive, fromDrop } from "../../../src/promise/browser.js"
import { defaultRetryPolicy } from "../../../src/services/transfers/RetryPolicy.js"
import type { HashTraffic } from "./countedWorker.js"
import { countWorkers } from "./countedWorker.js"
import { block } from "./pattern.js"

const hashing = countWorkers()

/** The file in the origin's private file system: its handle outlives the page. */
const storedFile = async (create = false): Promise<FileSystemFileHandle> =>
  (await navigator.storage.getDirectory()).getFileHandle("large.bin", { create })

const writeFile = async (blocks: number): Promise<FileSystemFileHandle> => {
  const handle = await storedFile(true)
  const writable = await handle.createWritable()
  for (let index = 0; index < blocks; index++) await writable.write(block(index))
  await writable.close()
  return handle
}

/** The same file each time, as if it were picked again; its bytes are in memory. */
const madeFile = (blocks: number): File =>
  new File(Array.from({ length: blocks }, (_, index) => block(index)), "large.bin", { lastModified: 1_700_000_000_000 })

const input = document.createElement("input")
input.type = "file"
document.body.append(input)

const picked = (): File => {
  const file = input.files?.[0]
  if (file === undefined) throw new Error("no file was picked")
  return file
}

const until = (upload: UploadHandle, holds: (snapshot: UploadSnapshot) => boolean): Promise<UploadSnapshot> =>
  new Promise((resolve) => {
    const look = (snapshot: UploadSnapshot) => {
      if (!holds(snapshot)) return
      unsubscribe()
      resolve(snapshot)
    }
    const unsubscribe = upload.subscribe(look)
    look(upload.snapshot())
  })

/** The longest that the main thread was kept busy, in milliseconds; the browser tells of what takes 50 and more. */
let longestTask = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) longestTask = Math.max(longestTask, entry.duration)
}).observe({ type: "longtask" })

/** Uploads what is dropped next. */
const uploadDrop = (drive: DriveClient) =>
  new Promise<{ readonly report: FolderReport; readonly longestTask: number }>((resolve, reject) => {
    document.addEventListener("drop", (event) => {
      event.preventDefault()
      if (event.dataTransfer === null) return
      longestTask = 0
      drive.uploads.startFolder({ entries: fromDrop(event.dataTransfer) }).done.then(
        (report) => resolve({ report, longestTask }),
        reject
      )
    }, { once: true })
  })

document.addEventListener("dragover", (event) => event.preventDefault())

/** `failures` in a row end a request; default as the library has it. */
const signIn = async (apiHost: string, accessToken: string, failures = defaultRetryPolicy.failures): Promise<void> => {
  const uploads = { retry: { ...defaultRetryPolicy, failures } }
  const drive = createDrive({ apiHost, product: { id: "page", version: "1.0" }, uploads })
  await drive.session.initialise({ accessToken })
  window.client = {
    drive,
    hashing,
    writeFile,
    storedFile,
    madeFile,
    picked,
    until,
    uploadDrop: () => uploadDrop(drive)
  }
}

declare global {
  interface Window {
    signIn: typeof signIn
    client: {
      readonly drive: DriveClient
      readonly hashing: HashTraffic
      readonly writeFile: typeof writeFile
      readonly storedFile: typeof storedFile
      readonly madeFile: typeof madeFile
      readonly picked: typeof picked
      readonly until: typeof until
      readonly uploadDrop: () => ReturnType<typeof uploadDrop>
    }
  }
}

window.signIn = signIn
