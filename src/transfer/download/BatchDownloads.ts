/**
 * Several files at once: the part of `Downloads` that moves no bytes, and the plan of a download that saves many.
 */
import * as Effect from "effect/Effect"
import type { DownloadFailure } from "../../domain/DownloadSnapshot.js"
import { FileNotFound } from "../../domain/errors/FileErrors.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import * as FieldNames from "../../domain/FieldNames.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import * as FileName from "../../domain/FileName.js"
import type { FileId } from "../../domain/Ids.js"
import * as Positive from "../../domain/Positive.js"
import { chunksOf } from "../../services/chunksOf.js"
import type { DownloadError } from "../../services/Downloads.js"
import type { DownloadEntry, PlannedFile } from "../../services/downloads/DownloadEntry.js"
import type { SinkFolder } from "../../services/FileSink.js"
import type { InSpace } from "../../services/Spaces.js"
import type { DownloadInfo, StorageProvider } from "../../services/StorageProvider.js"
import type { TaskMemory } from "../../services/TaskMemory.js"
import type { SeveralFiles } from "../../services/TransferRuns.js"
import type { RetryHooks } from "../parts/RetryHooks.js"
import { withRetry } from "../parts/withRetry.js"
import type { GivenNames } from "./GivenNames.js"
import { isThere } from "./GivenNames.js"

/** Ids that one call about files takes. */
const idsPerCall = 100

/** Such calls at a time. */
const callsAtOnce = 4

/**
 * Batch info, and archives.
 */
export const make = (
  open: (options: InSpace | undefined) => Effect.Effect<StorageProvider, DownloadError>,
  memory: TaskMemory.Service
): SeveralFiles => ({
  batch: Effect.fn("Downloads.batch")(function*(ids, options) {
    const fileIds = yield* FileIdInput.batch(ids, "downloaded")
    const { downloads } = yield* open(options)
    const infos = (yield* Effect.forEach(chunksOf(fileIds, idsPerCall), downloads.batch, { concurrency: callsAtOnce }))
      .flat()
    const byId = new Map(infos.map((info) => [info.fileId, info]))
    return {
      successItems: fileIds.flatMap((fileId) => byId.get(fileId) ?? []),
      errorItems: fileIds.filter((fileId) => !byId.has(fileId)).map((fileId) => ({
        fileId,
        error: new FileNotFound({ fileId })
      }))
    }
  }),
  archive: Effect.fn("Downloads.archive")(function*(wanted, options) {
    yield* FieldNames.only("archive", wanted, ["fileIds", "name", "expireSec"])
    const fileIds = yield* FileIdInput.batch(wanted.fileIds, "put into an archive")
    const name = yield* FileName.make(wanted.name)
    yield* Positive.optionalInteger("expireSec", wanted.expireSec)
    const { downloads, space } = yield* open(options)
    // Once the service has begun, a caller who leaves must not take away what is known of the task.
    return yield* Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        const { fileId, taskId } = yield* restore(downloads.archive({ fileIds, name, expireSec: wanted.expireSec }))
        yield* memory.remember({ spaceId: space.spaceId, taskId, fileId, name })
        return { asyncTaskId: taskId, taskId, fileId }
      })
    )
  })
})

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
const namer = (folder: SinkFolder, given: GivenNames) => {
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
  const infos = yield* told(fileIds, provider, hooks)
  const known = yield* Effect.forEach(fileIds, (fileId) => {
    const { name, size } = infos.get(fileId) ?? {}
    return name === undefined || size === undefined
      ? lookUp(fileId, provider, hooks)
      : Effect.succeed<Known>({ fileId, name, size })
  }, { concurrency: atOnce })
  const nameOf = namer(folder, given)
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
