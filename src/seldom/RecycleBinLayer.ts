/**
 * The service of the recycle bin, put together.
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { defaultPageSize } from "../domain/Constants.js"
import * as FieldNames from "../domain/FieldNames.js"
import * as FileIdInput from "../domain/FileIdInput.js"
import * as Positive from "../domain/Positive.js"
import * as Shape from "../domain/Shape.js"
import { DriveConfig } from "../services/DriveConfig.js"
import { allPages } from "../services/files/eachPage.js"
import { layerOf } from "../services/inOrder.js"
import { RecycleBin } from "../services/RecycleBin.js"
import type { InSpace } from "../services/Spaces.js"
import { Spaces } from "../services/Spaces.js"
import { StorageProviders } from "../services/StorageProviders.js"
import * as Batches from "./files/FileBatches.js"
import { foundPaths } from "./files/FoundPaths.js"

const recycledAtOnce = 4

export const make: Effect.Effect<RecycleBin.Service, never, DriveConfig | Scope.Scope | Spaces | StorageProviders> =
  Effect.gen(function*() {
    const spaces = yield* Spaces
    const providers = yield* StorageProviders
    const found = yield* foundPaths
    const { legacyBatchResult } = yield* DriveConfig

    const open = (options: InSpace | undefined) => Effect.flatMap(spaces.resolve(options), providers.forSpace)

    const list: RecycleBin.Service["list"] = Effect.fn("RecycleBin.list")(function*(query = {}, options) {
      yield* FieldNames.only("query", query, ["limit", "marker", "fields"])
      yield* Positive.optionalInteger("limit", query.limit)
      yield* Shape.optionalText("marker", query.marker)
      yield* Shape.optionalText("fields", query.fields)
      const { bin } = yield* open(options)
      return yield* bin.list({ ...query, limit: query.limit ?? defaultPageSize })
    })

    const listAll: RecycleBin.Service["listAll"] = (query, options) =>
      Stream.unwrap(
        Effect.map(Effect.zipRight(Shape.optionalRecord("query", query), spaces.resolve(options)), ({ spaceId }) =>
          allPages((marker) => list({ ...query, marker: marker ?? query?.marker }, { spaceId })))
      )

    const recycle: RecycleBin.Service["recycle"] = Effect.fn("RecycleBin.recycle")(function*(ids, options) {
      const fileIds = yield* FileIdInput.batch(ids, "recycled")
      yield* Shape.optionalFlag("isAsync", options?.isAsync)
      const { bin, files, space } = yield* open(options)
      const { recycleMany } = bin
      const isAsync = options?.isAsync ?? false
      return yield* Effect.ensuring(
        Batches.oneOrMany(fileIds, { size: files.batchSize, concurrency: recycledAtOnce }, {
          one: (fileId) => bin.recycle(fileId, { isAsync }),
          many: recycleMany && ((group) => recycleMany(group, { isAsync }))
        }),
        found.forget(space.spaceId)
      )
    })

    const restore: RecycleBin.Service["restore"] = Effect.fn("RecycleBin.restore")(function*(ids, options) {
      const fileIds = yield* FileIdInput.batch(ids, "restored")
      yield* Shape.optionalFlag("isAsync", options?.isAsync)
      const { bin, space } = yield* open(options)
      const isAsync = options?.isAsync ?? false
      const result = yield* Effect.ensuring(
        Batches.oneByOne(fileIds, 1, (fileId) => bin.restore(fileId, { isAsync })),
        found.forget(space.spaceId)
      )
      return legacyBatchResult ? { successItems: [], errorItems: [] } : result
    })

    const clear: RecycleBin.Service["clear"] = Effect.fn("RecycleBin.clear")(function*(options) {
      yield* Shape.optionalFlag("isAsync", options?.isAsync)
      const { bin } = yield* open(options)
      return yield* bin.clear({ isAsync: options?.isAsync ?? false })
    })

    return { list, listAll, recycle, restore, clear }
  })

export const layer: Layer.Layer<RecycleBin, never, DriveConfig | Spaces | StorageProviders> = layerOf(
  RecycleBin,
  make
)
