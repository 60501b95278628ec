/**
 * The service of files, put together.
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { defaultPageSize } from "../../domain/Constants.js"
import { FileType } from "../../domain/DriveFile.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import * as FilePath from "../../domain/FilePath.js"
import { rootFileId } from "../../domain/Ids.js"
import * as Positive from "../../domain/Positive.js"
import * as Shape from "../../domain/Shape.js"
import type { Files } from "../Files.js"
import type { InSpace } from "../Spaces.js"
import { Spaces } from "../Spaces.js"
import { StorageProviders } from "../StorageProviders.js"
import { allPages } from "./eachPage.js"
import { FileActions } from "./FileActions.js"

/**
 * Lists and looks up; what else can be done to files is a service of its own.
 */
export const makeFiles: Effect.Effect<Files.Service, never, FileActions | Spaces | StorageProviders> = Effect.gen(
  function*() {
    const spaces = yield* Spaces
    const providers = yield* StorageProviders

    const open = (options: InSpace | undefined) => Effect.flatMap(spaces.resolve(options), providers.forSpace)

    const list: Files.Service["list"] = Effect.fn("Files.list")(function*(query = {}, options) {
      yield* Shape.record("query", query)
      yield* FileIdInput.make(query.parentFileId ?? rootFileId, "parentFileId")
      yield* Shape.optionalWord("fileType", query.fileType, FileType.literals)
      yield* Shape.optionalText("category", query.category)
      yield* Shape.optionalText("cursor", query.cursor)
      yield* Positive.optionalInteger("page", query.page)
      yield* Positive.optionalInteger("pageSize", query.pageSize)
      const provider = yield* open(options)
      return yield* provider.files.list({
        ...query,
        parentFileId: query.parentFileId ?? rootFileId,
        pageSize: query.pageSize ?? defaultPageSize
      })
    })

    const listAll: Files.Service["listAll"] = (query = {}, options) =>
      Stream.unwrap(
        Effect.map(Effect.zipRight(Shape.record("query", query), spaces.resolve(options)), ({ spaceId }) =>
          allPages((cursor) => list({ ...query, cursor: cursor ?? query.cursor }, { spaceId })))
      )

    const info: Files.Service["info"] = Effect.fn("Files.info")(function*(fileId, options) {
      const known = yield* FileIdInput.make(fileId)
      yield* Shape.optionalText("imageThumbnailProcess", options?.imageThumbnailProcess)
      const provider = yield* open(options)
      return yield* provider.files.info(known, { imageThumbnailProcess: options?.imageThumbnailProcess })
    })

    const resolve: Files.Service["resolve"] = Effect.fn("Files.resolve")(function*(path, options) {
      const absolute = yield* FilePath.make(path)
      if (absolute === FilePath.root) return rootFileId
      const provider = yield* open(options)
      return yield* provider.files.resolve(absolute)
    })

    return { list, listAll, info, resolve, ...yield* FileActions }
  }
)
