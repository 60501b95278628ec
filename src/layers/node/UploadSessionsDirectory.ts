/**
 * Upload sessions in a directory (Node).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { access, appendFile, readdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import type { UploadId } from "../../domain/Ids.js"
import { layerOf } from "../../services/inOrder.js"
import type { StoredPart } from "../../services/PartStore.js"
import type { SavedUpload } from "../../services/UploadSessions.js"
import { isReplaceable, UploadSessions } from "../../services/UploadSessions.js"
import * as BackedSessions from "../saved/BackedSessions.js"
import type { SessionBacking } from "../saved/SessionBacking.js"
import { SavedUploadJson, StoredPartJson } from "../saved/SessionSchema.js"
import { makeDirectory } from "./makeDirectory.js"
import { lockFile } from "./saved/LockFile.js"
import { replaceFile, sweepUnfinished } from "./saved/replaceFile.js"

const decodeUpload = Schema.decodeUnknownOption(SavedUploadJson, { onExcessProperty: "preserve" })
const decodePart = Schema.decodeUnknownOption(StoredPartJson)

const readText = (path: string): Promise<string> =>
  readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return ""
    throw error
  })

// A crash may cut the last line; whatever does not decode is not believed.
const partsIn = (journal: string): ReadonlyArray<StoredPart> =>
  journal.split("\n").flatMap((line) => line === "" ? [] : Option.toArray(decodePart(line)))

/** So many files are read at a time: there may be thousands of uploads, and a program may have few files open. */
const readAtOnce = 16

/** Said of one file, not of the folder or of the machine. */
const isOfOneFile = ({ code = "" }: NodeJS.ErrnoException): boolean =>
  ["EACCES", "EIO", "EISDIR", "ELOOP", "EPERM"].includes(code)

/**
 * The folder is made when it is first needed. `unreadable` hears once of each file that cannot be read.
 */
const makeBacking = (directory: string, unreadable: (error: Error) => void): SessionBacking => {
  const pathOf = (id: string, kind: "json" | "journal" | "lock") => join(directory, `${encodeURIComponent(id)}.${kind}`)
  let made: Promise<unknown> | undefined
  // What cannot be made now may be later: the disk was full, or was not there yet.
  const notMade = (error: NodeJS.ErrnoException): never => {
    made = undefined
    throw error
  }
  const ready = () => (made ??= makeDirectory(directory, 0o700).catch(notMade))

  /** Once more in a new folder, where somebody has removed the one that was made. */
  const inFolder = async <A>(work: () => Promise<A>): Promise<A> => {
    await ready()
    return work().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error
      made = undefined
      await ready()
      return work()
    })
  }

  const uploadIn = async (path: string): Promise<SavedUpload | undefined> =>
    Option.getOrUndefined(decodeUpload(await readText(path)))

  /** Between this look and what is done next there is no time to speak of, but a little: it is for where the lock does not hold. */
  const isOurs = async (id: UploadId, revision: number | undefined): Promise<boolean> =>
    revision === undefined || isReplaceable(await uploadIn(pathOf(id, "json")), revision)

  const update = async (upload: SavedUpload, follows: number | undefined): Promise<boolean> => {
    // Node's digests have no state to continue from, and no file handles.
    const kept: SavedUpload = { ...upload, hash: undefined, handle: undefined }
    const text = JSON.stringify(kept)
    return inFolder(() => replaceFile(pathOf(upload.id, "json"), text, () => isOurs(upload.id, follows)))
  }

  const save = async (upload: SavedUpload, follows: number | undefined): Promise<boolean> => {
    if (!await isOurs(upload.id, follows)) return false
    // The journal first: a crash in between leaves an old session without a journal, which only costs a second look.
    await rm(pathOf(upload.id, "journal"), { force: true })
    return update(upload, follows)
  }

  const told = new Set<string>()
  const uploadOrNone = (path: string): Promise<SavedUpload | undefined> =>
    uploadIn(path).catch((error: NodeJS.ErrnoException) => {
      if (!isOfOneFile(error)) throw error
      if (!told.has(path)) unreadable(error)
      told.add(path)
      return undefined
    })

  return {
    save,
    update,
    append: async (id, parts, uploadId) => {
      if ((await uploadIn(pathOf(id, "json")))?.uploadId !== uploadId) return
      await appendFile(pathOf(id, "journal"), parts.map((part) => `${JSON.stringify(part)}\n`).join(""), {
        mode: 0o600
      })
    },
    load: async (id) => {
      const upload = await uploadIn(pathOf(id, "json"))
      return upload === undefined ? undefined : { upload, journal: partsIn(await readText(pathOf(id, "journal"))) }
    },
    markAborting: async (id, revision) => {
      const path = pathOf(id, "json")
      const upload = await uploadIn(path)
      if (upload === undefined) return true
      if (!isReplaceable(upload, revision)) return false
      return replaceFile(path, JSON.stringify({ ...upload, aborting: true }), () => isOurs(id, revision))
    },
    forget: async (id, revision) => {
      if (!await isOurs(id, revision)) return false
      await rm(pathOf(id, "json"), { force: true })
      await rm(pathOf(id, "journal"), { force: true })
      return true
    },
    all: async () => {
      const names = (await inFolder(() => readdir(directory))).filter((name) => name.endsWith(".json"))
      const uploads: Array<SavedUpload> = []
      for (let start = 0; start < names.length; start += readAtOnce) {
        const some = names.slice(start, start + readAtOnce).map((name) => uploadOrNone(join(directory, name)))
        for (const upload of await Promise.all(some)) if (upload !== undefined) uploads.push(upload)
      }
      return uploads
    },
    claim: (id: UploadId) =>
      // A look at the folder, which makes it where it is missing.
      Effect.tryPromise({ try: () => inFolder(() => access(directory)), catch: (error) => error }).pipe(
        Effect.zipRight(lockFile(pathOf(id, "lock"))),
        Effect.map((lock) => lock !== undefined),
        Effect.catchAll((error) => Effect.as(Effect.logWarning("an upload could not be locked", error), undefined))
      )
  }
}

/**
 * Saves uploads in `directory`, which is made when it is first needed: one JSON file each, replaced as a whole, and a
 * journal of accepted parts, written in batches of half a second. Processes that share the directory never drive one upload:
 * a lock file says whose it is. A directory that cannot be written stops no upload; then `healthy` is `false`. One that is
 * removed meanwhile is made again, and a file that cannot be read is logged and left out. Files that a crash left half written are
 * cleared away when the layer is built, an hour after their last byte.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (options: { readonly directory: string }): Layer.Layer<UploadSessions> =>
  layerOf(
    UploadSessions,
    Effect.zipRight(
      Effect.forkScoped(Effect.interruptible(sweepUnfinished(options.directory))),
      Effect.flatMap(Effect.runtime<never>(), (runtime) =>
        BackedSessions.make(makeBacking(options.directory, (error) => {
          Runtime.runFork(runtime)(Effect.logWarning("a saved upload cannot be read", error))
        })))
    )
  )
