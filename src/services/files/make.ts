/**
 * The service of files, put together.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { defaultCheckNameMode } from "../../domain/CheckNameMode.js"
import { defaultPageSize } from "../../domain/Constants.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import * as FileName from "../../domain/FileName.js"
import * as FilePath from "../../domain/FilePath.js"
import type { FileId } from "../../domain/Ids.js"
import { rootFileId } from "../../domain/Ids.js"
import * as Positive from "../../domain/Positive.js"
import type { Change } from "../announce.js"
import { makeAnnounce } from "../announce.js"
import * as Codes from "../codes.js"
import type { Files, FilesChangeError } from "../Files.js"
import { FoundPaths } from "../FoundPaths.js"
import * as LazyCode from "../LazyCode.js"
import * as SingleFlight from "../SingleFlight.js"
import type { InSpace } from "../Spaces.js"
import { Spaces } from "../Spaces.js"
import type { StorageProvider } from "../StorageProvider.js"
import { StorageProviders } from "../StorageProviders.js"
import { allPages } from "./allPages.js"
import * as FileViews from "./FileViews.js"

/**
 * Lists, looks up and creates; changes to files that are there come in code of their own, with the first of them.
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
        Effect.map(spaces.resolve(options), ({ spaceId }) =>
          allPages((cursor) => list({ ...query, cursor: cursor ?? query.cursor }, { spaceId })))
      )

    const info: Files.Service["info"] = Effect.fn("Files.info")(function*(fileId, options) {
      const known = yield* FileIdInput.make(fileId)
      const provider = yield* open(options)
      return yield* provider.files.info(known, { imageThumbnailProcess: options?.imageThumbnailProcess })
    })

    const resolve: Files.Service["resolve"] = Effect.fn("Files.resolve")(function*(path, options) {
      const absolute = yield* FilePath.make(path)
      if (absolute === FilePath.root) return rootFileId
      const provider = yield* open(options)
      return yield* provider.files.resolve(absolute)
    })

    const created = (parentFileId: string | undefined, fileId: FileId | undefined): Change => ({
      kind: "created",
      fileIds: fileId === undefined ? [] : [fileId],
      folderIds: [parentFileId ?? rootFileId]
    })

    const createOne = Effect.fn("Files.createFolder")(function*(
      folder: Parameters<Files.Service["createFolder"]>[0],
      options: InSpace | undefined
    ) {
      if (folder.name === rootFileId) return rootFileId
      const name = yield* FileName.make(folder.name)
      const provider = yield* open(options)
      return yield* provider.files.createFolder({
        name,
        parentFileId: folder.parentFileId ?? rootFileId,
        checkNameMode: folder.checkNameMode ?? defaultCheckNameMode.folder
      })
    })

    const createFolder: Files.Service["createFolder"] = (folder, options) =>
      announce(createOne(folder, options), options, (fileId) => created(folder.parentFileId, fileId))

    const ensure = (provider: StorageProvider, path: string): Effect.Effect<FileId, FilesChangeError> =>
      path === FilePath.root
        ? Effect.succeed(rootFileId)
        : folders.join(
          `${provider.space.spaceId}${path}`,
          Effect.catchTag(provider.files.resolve(path), "FileNotFound", () => {
            const { folder, name } = FilePath.split(path)
            return Effect.flatMap(
              ensure(provider, folder),
              (parentFileId) =>
                announce(
                  provider.files.createFolder({ name, parentFileId, checkNameMode: defaultCheckNameMode.folder }),
                  provider.space,
                  (fileId) => created(parentFileId, fileId)
                )
            )
          })
        )

    const ensureFolder: Files.Service["ensureFolder"] = Effect.fn("Files.ensureFolder")(function*(path, options) {
      const absolute = yield* FilePath.make(path)
      return yield* ensure(yield* open(options), absolute)
    })

    const changes = LazyCode.part(
      Codes.seldom,
      (code) => code.fileChanges(open, found, announce),
      { copy: "effect", move: "effect", remove: "effect", rename: "effect", star: "effect", updateInfo: "effect" },
      spaces
    )

    return {
      list,
      listAll,
      info,
      resolve,
      createFolder,
      ensureFolder,
      ...changes,
      ...FileViews.make({ open, found, info })
    }
  })
