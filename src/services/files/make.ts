/**
 * The service of files, put together.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { defaultPageSize } from "../../domain/Constants.js"
import { FileType } from "../../domain/DriveFile.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import * as FilePath from "../../domain/FilePath.js"
import type { FileId } from "../../domain/Ids.js"
import { rootFileId } from "../../domain/Ids.js"
import * as Positive from "../../domain/Positive.js"
import * as Shape from "../../domain/Shape.js"
import { makeAnnounce } from "../announce.js"
import * as Codes from "../../layers/loading/codes.js"
import type { Files, FilesChangeError } from "../Files.js"
import { FoundPaths } from "../FoundPaths.js"
import * as LazyCode from "../../layers/loading/LazyCode.js"
import * as SingleFlight from "../SingleFlight.js"
import type { InSpace } from "../Spaces.js"
import { Spaces } from "../Spaces.js"
import { StorageProviders } from "../StorageProviders.js"
import { allPages } from "./allPages.js"

/**
 * Lists and looks up; new folders, changes and views of files that are there come in code of their own, with the first of them.
 */
export const make: Effect.Effect<Files.Service, never, FoundPaths | Scope.Scope | Spaces | StorageProviders> = Effect
  .gen(function*() {
    const spaces = yield* Spaces
    const providers = yield* StorageProviders
    const found = yield* FoundPaths
    const announce = yield* makeAnnounce
    const folders = yield* SingleFlight.make<FileId, FilesChangeError>()

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

    const newFolders = LazyCode.part(
      Codes.seldom,
      (code) => code.newFolders(open, folders, announce),
      { createFolder: "effect", ensureFolder: "effect" },
      spaces
    )

    const changes = LazyCode.part(
      Codes.seldom,
      (code) => code.fileChanges(open, found, announce),
      { copy: "effect", move: "effect", remove: "effect", rename: "effect", star: "effect", updateInfo: "effect" },
      spaces
    )

    const views = LazyCode.part(
      Codes.seldom,
      (code) => code.fileViews({ open, found, info }),
      { breadcrumb: "effect", thumbnail: "effect" },
      spaces
    )

    return { list, listAll, info, resolve, ...newFolders, ...changes, ...views }
  })
