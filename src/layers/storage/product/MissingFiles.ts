/**
 * Files that are asked for and are none: several of which not all are there, and folders.
 */
import * as Effect from "effect/Effect"
import { FileNotFound } from "../../../domain/errors/FileErrors.js"
import { InvalidInput } from "../../../domain/errors/InputErrors.js"
import type { FileId } from "../../../domain/Ids.js"
import type { StorageProvider } from "../../../services/StorageProvider.js"

/** More ids are not looked at: each costs a call. */
const mostLooks = 100

const looksAtOnce = 8

/**
 * Names the missing ones; all of the call where none is known to be it.
 */
export const notFound = (fileIds: ReadonlyArray<FileId>, missing: ReadonlyArray<FileId>): FileNotFound => {
  const named = missing.length === 0 ? fileIds : missing
  return new FileNotFound({ fileIds: named, ...(named.length === 1 ? { fileId: named[0] } : {}) })
}

/**
 * Looks which of them are missing, where the service's refusal does not say it.
 */
export const look = (
  info: StorageProvider["files"]["info"],
  fileIds: ReadonlyArray<FileId>
): Effect.Effect<FileNotFound> => {
  if (fileIds.length === 1 || fileIds.length > mostLooks) return Effect.succeed(notFound(fileIds, []))
  const isMissing = (fileId: FileId) =>
    info(fileId).pipe(Effect.as(false), Effect.catchTag("FileNotFound", () => Effect.succeed(true)))
  return Effect.filter(fileIds, isMissing, { concurrency: looksAtOnce }).pipe(
    Effect.catchAll((failure) => Effect.as(Effect.logDebug("what is missing could not be looked at", failure), [])),
    Effect.map((missing) => notFound(fileIds, missing))
  )
}

/**
 * The error for a folder whose bytes were asked for.
 */
export const folderBytes = (): InvalidInput =>
  new InvalidInput({ field: "fileId", message: "a folder has no bytes: use `archive`" })

/**
 * Whether a service refuses for this reason: it is pds' own code.
 */
export const isAboutFolder = ({ code }: { readonly code: number | string }): boolean =>
  code === "InvalidResource.FileTypeFolder"
