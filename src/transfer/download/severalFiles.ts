/**
 * What is asked about several files at once, and moves no bytes: where they are, and archives of them.
 */
import * as Effect from "effect/Effect"
import { FileNotFound } from "../../domain/errors/FileErrors.js"
import * as FieldNames from "../../domain/FieldNames.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import * as FileName from "../../domain/FileName.js"
import * as Positive from "../../domain/Positive.js"
import { chunksOf } from "../../services/chunksOf.js"
import type { DownloadError } from "../../services/Downloads.js"
import type { InSpace } from "../../services/Spaces.js"
import type { StorageProvider } from "../../services/StorageProvider.js"
import type { TaskMemory } from "../../services/TaskMemory.js"
import type { SeveralFiles } from "../../services/TransferRuns.js"

/**
 * Ids that one call about files takes.
 */
export const idsPerCall = 100

/**
 * Such calls at a time.
 */
export const callsAtOnce = 4

/**
 * Addresses of many files, and archives of them.
 */
export const severalFiles = (
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
