/**
 * Upload sessions in a directory (Node).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { appendFile, readdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import type { UploadId } from "../../domain/Ids.js"
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

/**
 * The folder is made when it is first needed.
 */
const makeBacking = (directory: string): SessionBacking => {
  const pathOf = (id: string, kind: "json" | "journal" | "lock") => join(directory, `${encodeURIComponent(id)}.${kind}`)
  let made: Promise<unknown> | undefined
  // What cannot be made now may be later: the disk was full, or was not there yet.
  const notMade = (error: NodeJS.ErrnoException): never => {
    made = undefined
    throw error
  }
  const ready = () => (made ??= makeDirectory(directory, 0o700).catch(notMade))

  const uploadIn = async (path: string): Promise<SavedUpload | undefined> =>
    Option.getOrUndefined(decodeUpload(await readText(path)))

  /** Between this look and what is done next there is no time to speak of, but a little: it is for where the lock does not hold. */
  const isOurs = async (id: UploadId, revision: number | undefined): Promise<boolean> =>
    revision === undefined || isReplaceable(await uploadIn(pathOf(id, "json")), revision)

  const update = async (upload: SavedUpload, follows: number | undefined): Promise<boolean> => {
    await ready()
    // Node's digests have no state to continue from, and no file handles.
    const kept: SavedUpload = { ...upload, hash: undefined, handle: undefined }
    return replaceFile(pathOf(upload.id, "json"), JSON.stringify(kept), () => isOurs(upload.id, follows))
  }

  const save = async (upload: SavedUpload, follows: number | undefined): Promise<boolean> => {
    await ready()
    if (!await isOurs(upload.id, follows)) return false
    // The journal first: a crash in between leaves an old session without a journal, which only costs a second look.
    await rm(pathOf(upload.id, "journal"), { force: true })
    return update(upload, follows)
  }

  return {
    save,
    update,
    append: async (id, parts, uploadId) => {
      await ready()
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
      await ready()
      const names = (await readdir(directory)).filter((name) => name.endsWith(".json"))
      const uploads = await Promise.all(names.map((name) => uploadIn(join(directory, name))))
      return uploads.filter((upload) => upload !== undefined)
    },
    claim: (id: UploadId) =>
      Effect.tryPromise({ try: ready, catch: (error) => error }).pipe(
        Effect.zipRight(lockFile(pathOf(id, "lock"))),
        Effect.catchAll((error) => Effect.as(Effect.logWarning("an upload could not be locked", error), undefined))
      )
  }
}

/**
 * Saves uploads in `directory`, which is made when it is first needed: one JSON file each, replaced as a whole, and a
 * journal of accepted parts, written in batches of half a second. Processes that share the directory never drive one upload:
 * a lock file says whose it is. A directory that cannot be written stops no upload; then `healthy` is `false`. Files that a
 * crash left half written are cleared away when the layer is built, an hour after their last byte.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (options: { readonly directory: string }): Layer.Layer<UploadSessions> =>
  Layer.scoped(
    UploadSessions,
    Effect.zipRight(
      Effect.forkScoped(Effect.interruptible(sweepUnfinished(options.directory))),
      Effect.suspend(() => BackedSessions.make(makeBacking(options.directory)))
    )
  )
