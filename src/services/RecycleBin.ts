/**
 * The recycle bin of a space.
 *
 * @since 1.0.7
 */
import * as Chunk from "effect/Chunk"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { BatchResult } from "../domain/BatchResult.js"
import { defaultPageSize } from "../domain/Constants.js"
import type { Page } from "../domain/DriveFile.js"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import * as FileIdInput from "../domain/FileIdInput.js"
import type { RecycleItem } from "../domain/RecycleItem.js"
import { DriveConfig } from "./DriveConfig.js"
import type { FilesError } from "./Files.js"
import * as Batches from "./files/batches.js"
import { FoundPaths } from "./FoundPaths.js"
import type { InSpace } from "./Spaces.js"
import { Spaces } from "./Spaces.js"
import type { ListBin, RemoveFailure, StartedTask } from "./StorageProvider.js"
import { StorageProviders } from "./StorageProviders.js"

/**
 * With `isAsync` the service may go on by itself and names the task. Default false.
 *
 * @since 1.0.7
 * @category models
 */
export interface MayGoOn {
  readonly isAsync?: boolean | undefined
}

/**
 * How putting files into the bin and taking them out can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type RecycleError = FilesError | RemoveFailure

export declare namespace RecycleBin {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** One page, the last recycled first; default limit 20. `marker` is the `next` of the page before. */
    readonly list: (query?: Partial<ListBin>, options?: InSpace) => Effect.Effect<Page<RecycleItem>, FilesError>
    /** All pages, each asked for when it is needed. */
    readonly listAll: (query?: Partial<ListBin>, options?: InSpace) => Stream.Stream<RecycleItem, FilesError>
    /** Puts files into the bin. Each id once; what becomes of a file does not depend on the others. */
    readonly recycle: (
      fileIds: ReadonlyArray<string>,
      options?: InSpace & MayGoOn
    ) => Effect.Effect<BatchResult<RecycleError>, RecycleError>
    /**
     * Takes files out of the bin, one call after the other (spec point 7). With the drive's option `legacyBatchResult`
     * both lists of the result are empty, as specified.
     */
    readonly restore: (
      fileIds: ReadonlyArray<string>,
      options?: InSpace & MayGoOn
    ) => Effect.Effect<BatchResult<RecycleError>, RecycleError>
    /** Removes everything in the bin for good. */
    readonly clear: (
      options?: InSpace & MayGoOn
    ) => Effect.Effect<StartedTask, RecycleError>
  }
}

const recycledAtOnce = 4

const checkLimit = (limit: number | undefined): Effect.Effect<void, InvalidInput> =>
  limit === undefined || (Number.isSafeInteger(limit) && limit > 0)
    ? Effect.void
    : new InvalidInput({ field: "limit", message: "limit must be a positive integer" })

const make = Effect.gen(function*() {
  const spaces = yield* Spaces
  const providers = yield* StorageProviders
  const found = yield* FoundPaths
  const { legacyBatchResult } = yield* DriveConfig

  const open = (options: InSpace | undefined) => Effect.flatMap(spaces.resolve(options), providers.forSpace)

  const list: RecycleBin.Service["list"] = Effect.fn("RecycleBin.list")(function*(query = {}, options) {
    yield* checkLimit(query.limit)
    const { bin } = yield* open(options)
    return yield* bin.list({ ...query, limit: query.limit ?? defaultPageSize })
  })

  const listAll: RecycleBin.Service["listAll"] = (query, options) =>
    Stream.unwrap(
      Effect.map(spaces.resolve(options), ({ spaceId }) =>
        Stream.paginateChunkEffect(query?.marker, (marker) =>
          Effect.map(list({ ...query, marker }, { spaceId }), ({ items, next }) => [
            Chunk.unsafeFromArray(items),
            next === undefined ? Option.none() : Option.some(next)
          ])))
    )

  const recycle: RecycleBin.Service["recycle"] = Effect.fn("RecycleBin.recycle")(function*(ids, options) {
    const fileIds = yield* FileIdInput.batch(ids, "recycled")
    const { bin, space } = yield* open(options)
    const isAsync = options?.isAsync ?? false
    return yield* Effect.ensuring(
      Batches.oneByOne(fileIds, recycledAtOnce, (fileId) => bin.recycle(fileId, { isAsync })),
      found.forget(space.spaceId)
    )
  })

  const restore: RecycleBin.Service["restore"] = Effect.fn("RecycleBin.restore")(function*(ids, options) {
    const fileIds = yield* FileIdInput.batch(ids, "restored")
    const { bin, space } = yield* open(options)
    const isAsync = options?.isAsync ?? false
    const result = yield* Effect.ensuring(
      Batches.oneByOne(fileIds, 1, (fileId) => bin.restore(fileId, { isAsync })),
      found.forget(space.spaceId)
    )
    return legacyBatchResult ? { successItems: [], errorItems: [] } : result
  })

  const clear: RecycleBin.Service["clear"] = Effect.fn("RecycleBin.clear")(function*(options) {
    const { bin } = yield* open(options)
    return yield* bin.clear({ isAsync: options?.isAsync ?? false })
  })

  return RecycleBin.of({ list, listAll, recycle, restore, clear })
})

/**
 * @since 1.0.7
 * @category tags
 */
export class RecycleBin extends Context.Tag("effect-drive/RecycleBin")<RecycleBin, RecycleBin.Service>() {
  /**
   * @since 1.0.7
   */
  static readonly layer: Layer.Layer<RecycleBin, never, DriveConfig | FoundPaths | Spaces | StorageProviders> = Layer
    .effect(RecycleBin, make)
}
