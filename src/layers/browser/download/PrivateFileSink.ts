/**
 * A file of the page's private file system, handed to the browser's downloads when it is whole.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { SaveFailed } from "../../../domain/errors/TransferErrors.js"
import type { OpenSink, SavePlan } from "../../../services/FileSink.js"
import { attempt, bytesOf, saveBlob } from "./BrowserSave.js"

const prefix = "effect-drive-save-"

/** The browser copies a handed file without a word. What nobody has begun or finished for so long is nobody's. */
const oldest = 24 * 3_600_000

interface Folder extends FileSystemDirectoryHandle {
  readonly keys: () => AsyncIterableIterator<string>
}

/** Not every environment's types know that a folder can be read. */
const folderOf = async (): Promise<Folder> => await navigator.storage.getDirectory() as Folder

/** When it got its last bytes, which a slow or stopped download may do days after its begin. */
const writtenAt = async (folder: Folder, name: string): Promise<number> =>
  (await (await folder.getFileHandle(name)).getFile()).lastModified

const sweepFile = async (folder: Folder, name: string, now: number): Promise<void> => {
  const begun = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 36) : now
  if (now - begun > oldest && now - await writtenAt(folder, name) > oldest) await folder.removeEntry(name)
}

/** One that another download is still writing to cannot be removed; the others can. */
const sweep = async (folder: Folder, now: number): Promise<void> => {
  const swept: Array<Promise<void>> = []
  for await (const name of folder.keys()) swept.push(sweepFile(folder, name, now))
  const failed = (await Promise.allSettled(swept)).find(({ status }) => status === "rejected")
  if (failed?.status === "rejected") throw failed.reason
}

/**
 * Whether the file fits twice, because the browser copies it: what is promised is tried, as private windows promise too
 * much.
 */
export const fits = async (size: number): Promise<boolean> => {
  if (!("storage" in navigator) || !isSecureContext) return false
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  if (quota - usage < 2 * size) return false
  const folder = await folderOf()
  const name = `${prefix}probe`
  try {
    const file = await folder.getFileHandle(name, { create: true })
    if (!("createWritable" in file)) return false
    const writable = await file.createWritable()
    await writable.truncate(size)
    await writable.abort()
    return true
  } catch {
    // Too little room, or a window that stores nothing: another way will do.
    return false
  } finally {
    await folder.removeEntry(name).catch(() => undefined)
  }
}

/**
 * Written in any order, read back for its digest, and removed a day after it was whole.
 */
export const open = Effect.fnUntraced(function*(
  plan: SavePlan
): Effect.fn.Return<OpenSink, SaveFailed, Scope.Scope> {
  const call = <A>(run: () => Promise<A>) => attempt(plan.name, run)
  const now = yield* Clock.currentTimeMillis
  const name = `${prefix}${now.toString(36)}-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`
  const folder = yield* call(folderOf)
  yield* Effect.catchAll(call(() => sweep(folder, now)), (error) => Effect.logDebug(error.message))
  let isHanded = false
  const handle = yield* Effect.acquireRelease(
    call(() => folder.getFileHandle(name, { create: true })),
    () =>
      Effect.suspend(() =>
        isHanded
          ? Effect.void
          : Effect.catchAll(call(() => folder.removeEntry(name)), (error) => Effect.logWarning(error.message))
      )
  )
  const begin = () => handle.createWritable({ keepExistingData: true })
  let writable: FileSystemWritableFileStream | undefined = yield* Effect.acquireRelease(
    call(begin),
    () => Effect.suspend(() => Effect.ignoreLogged(call(async () => writable?.abort())))
  )
  const openOnce = async () => writable ??= await begin()
  const close = async () => {
    await writable?.close()
    writable = undefined
    return handle.getFile()
  }
  return {
    _tag: "Bytes",
    via: "opfs",
    order: "any",
    reopens: false,
    kept: undefined,
    write: (position, chunks) =>
      call(async () => (await openOnce()).write({ type: "write", position, data: bytesOf(chunks) })),
    keep: () => Effect.void,
    reset: call(async () => (await openOnce()).truncate(0)),
    finish: Effect.map(call(close), (file) => ({ size: file.size, source: file })),
    publish: call(async () => {
      const file = await close()
      isHanded = true
      saveBlob(file, plan.name)
    })
  }
})
