/**
 * What a download of many files saves: of each its name beside the others and its size, or why it cannot be saved.
 */
import * as Effect from "effect/Effect"
import type { DownloadFailure } from "../../domain/DownloadSnapshot.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import type { FileId } from "../../domain/Ids.js"
import { chunksOf } from "../../services/chunksOf.js"
import type { PlannedFile } from "../../services/downloads/DownloadEntry.js"
import type { SinkFolder } from "../../services/FileSink.js"
import type { DownloadInfo, StorageProvider } from "../../services/StorageProvider.js"
import type { RetryHooks } from "../parts/withRetry.js"
import { withRetry } from "../parts/withRetry.js"
import { callsAtOnce, idsPerCall } from "./BatchDownloads.js"

/** Files that are asked for by themselves, at a time. */
const atOnce = 8

type Known =
  & { readonly fileId: FileId }
  & (
    | { readonly name: string; readonly size: number }
    | { readonly error: DownloadFailure }
  )

/** What the batch call tells of the files; nothing where the platform has no such call. */
const told = (fileIds: ReadonlyArray<FileId>, provider: StorageProvider, hooks: RetryHooks) =>
  Effect.forEach(
    chunksOf(fileIds, idsPerCall),
    (group) => withRetry(hooks, provider.downloads.batch(group)),
    { concurrency: callsAtOnce }
  ).pipe(
    Effect.map((infos) => new Map(infos.flat().map((info) => [info.fileId, info]))),
    Effect.catchTag("UnsupportedOperation", () => Effect.succeed(new Map<FileId, DownloadInfo>()))
  )

const lookUp = (fileId: FileId, provider: StorageProvider, hooks: RetryHooks) =>
  withRetry(hooks, provider.files.info(fileId)).pipe(
    Effect.map(({ isFolder, name, size }): Known =>
      isFolder
        ? {
          fileId,
          error: new InvalidInput({ field: "fileIds", message: "a folder has no bytes to save: use `archive`" })
        }
        : { fileId, name, size }
    ),
    Effect.catchAll((error) => Effect.succeed<Known>({ fileId, error }))
  )

/**
 * Names that differ only in case, in how their accents are written or in dots and spaces at the end are one name to many file
 * systems.
 */
const folded = (name: string): string => name.replace(/[. ]+$/, "").toUpperCase().toLowerCase().normalize("NFC")

/** A name in use is one with what lies beside it, too. */
const namer = (folder: SinkFolder) => {
  const taken = new Set<string>()
  const allOf = (name: string) => ["", ...folder.beside].map((end) => folded(`${name}${end}`))
  return (given: string): string => {
    const wanted = folder.nameOf(given)
    const dot = wanted.lastIndexOf(".")
    const end = dot > 0 ? dot : wanted.length
    let name = wanted
    for (let turn = 1; allOf(name).some((one) => taken.has(one)); turn++) {
      name = folder.nameOf(`${wanted.slice(0, end)} (${turn})${wanted.slice(end)}`)
    }
    for (const one of allOf(name)) taken.add(one)
    return name
  }
}

/**
 * In the order of the ids, so that the same ids get the same names in the next run of the program.
 */
export const planBatch = Effect.fnUntraced(function*(
  given: ReadonlyArray<string>,
  folder: SinkFolder,
  provider: StorageProvider,
  hooks: RetryHooks
) {
  const fileIds = yield* FileIdInput.batch(given, "downloaded")
  const infos = yield* told(fileIds, provider, hooks)
  const known = yield* Effect.forEach(fileIds, (fileId) => {
    const { name, size } = infos.get(fileId) ?? {}
    return name === undefined || size === undefined
      ? lookUp(fileId, provider, hooks)
      : Effect.succeed<Known>({ fileId, name, size })
  }, { concurrency: atOnce })
  const nameOf = namer(folder)
  return known.map((file): PlannedFile => {
    if ("error" in file) return file
    const name = nameOf(file.name)
    const originalName = name === file.name ? undefined : file.name
    return { ...file, name, originalName, target: folder.target(name) }
  })
})
