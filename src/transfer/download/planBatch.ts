/**
 * The plan of a download that saves many files: their names beside each other in the folder, and their sizes.
 */
import * as Effect from "effect/Effect"
import type { DownloadFailure } from "../../domain/DownloadSnapshot.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import type { FileId } from "../../domain/Ids.js"
import { chunksOf } from "../../services/chunksOf.js"
import type { DownloadEntry, PlannedFile } from "../../services/downloads/DownloadEntry.js"
import type { SinkFolder } from "../../services/FileSink.js"
import type { DownloadInfo, StorageProvider } from "../../services/StorageProvider.js"
import type { RetryHooks } from "../parts/RetryHooks.js"
import { withRetry } from "../parts/withRetry.js"
import type { GivenNames } from "./GivenNames.js"
import { isThere } from "./GivenNames.js"
import { callsAtOnce, idsPerCall } from "./severalFiles.js"

/** Files that are looked up by a call of their own, at a time. */
const looksAtOnce = 8

/** What is known of a file, or why it cannot be saved. */
type LookedUp =
  & { readonly fileId: FileId }
  & (
    | { readonly name: string; readonly size: number }
    | { readonly error: DownloadFailure }
  )

/** Asks for all files by batch calls; gives nothing where the platform has no such call. */
const askInBatches = (fileIds: ReadonlyArray<FileId>, provider: StorageProvider, hooks: RetryHooks) =>
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
    Effect.map(({ isFolder, name, size }): LookedUp =>
      isFolder
        ? {
          fileId,
          error: new InvalidInput({ field: "fileIds", message: "a folder has no bytes to save: use `archive`" })
        }
        : { fileId, name, size }
    ),
    Effect.catchAll((error) => Effect.succeed<LookedUp>({ fileId, error }))
  )

/**
 * Names that differ only in case, in how their accents are written or in dots and spaces at the end are one name to many file
 * systems.
 */
const folded = (name: string): string => name.replace(/[. ]+$/, "").toUpperCase().toLowerCase().normalize("NFC")

/** Gives each file a name that no other has in the folder, nor what lies beside another, such as a part file. */
const makeNamer = (folder: SinkFolder, given: GivenNames) => {
  const allOf = (name: string) => ["", ...folder.beside].map((end) => folded(`${name}${end}`))
  const taken = new Set([...given.values()].flatMap(({ name }) => allOf(name)))
  return (original: string): string => {
    const wanted = folder.nameOf(original)
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
 * What a download of many files saves: of each its name beside the others and its size, or why it cannot be saved. In the order of
 * the ids, so that the same ids get the same names in the next run of the program. A name that was given before stays the file's.
 */
export const planBatch = Effect.fnUntraced(function*(
  entry: DownloadEntry,
  folder: SinkFolder,
  given: GivenNames,
  provider: StorageProvider,
  hooks: RetryHooks
) {
  const fileIds = yield* FileIdInput.batch(entry.request.fileIds ?? [], "downloaded")
  const infos = yield* askInBatches(fileIds, provider, hooks)
  const known = yield* Effect.forEach(fileIds, (fileId) => {
    const { name, size } = infos.get(fileId) ?? {}
    return name === undefined || size === undefined
      ? lookUp(fileId, provider, hooks)
      : Effect.succeed<LookedUp>({ fileId, name, size })
  }, { concurrency: looksAtOnce })
  const nameOf = makeNamer(folder, given)
  return known.map((file): PlannedFile => {
    if ("error" in file) return file
    const before = given.get(file.fileId)
    const kept = before?.original === file.name ? before : undefined
    const name = kept?.name ?? nameOf(file.name)
    const by = kept !== undefined && isThere(file.fileId, kept) ? kept.by : entry
    given.set(file.fileId, { original: file.name, name, by })
    const originalName = name === file.name ? undefined : file.name
    return { ...file, name, originalName, target: folder.target(name) }
  })
})
