/**
 * Files and folders of a space.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { BatchResult } from "../domain/BatchResult.js"
import type { CheckNameMode } from "../domain/CheckNameMode.js"
import { defaultCheckNameMode } from "../domain/CheckNameMode.js"
import { defaultPageSize } from "../domain/Constants.js"
import type { DriveFile, Page, UserTag } from "../domain/DriveFile.js"
import type { PlatformNotSupported } from "../domain/errors/InputErrors.js"
import type { StorageError } from "../domain/errors/StorageErrors.js"
import * as FileIdInput from "../domain/FileIdInput.js"
import * as FileName from "../domain/FileName.js"
import * as FilePath from "../domain/FilePath.js"
import type { FileId } from "../domain/Ids.js"
import { rootFileId } from "../domain/Ids.js"
import * as Positive from "../domain/Positive.js"
import * as Codes from "./codes.js"
import { allPages } from "./files/allPages.js"
import type { Crumb, Thumbnail } from "./files/FileViews.js"
import * as FileViews from "./files/FileViews.js"
import { FoundPaths } from "./FoundPaths.js"
import * as LazyCode from "./LazyCode.js"
import type { MayGoOn } from "./RecycleBin.js"
import * as SingleFlight from "./SingleFlight.js"
import type { InSpace } from "./Spaces.js"
import { Spaces } from "./Spaces.js"
import type {
  CreateFailure,
  FileFailure,
  ListFiles,
  RelocateFailure,
  RemoveFailure,
  StorageProvider
} from "./StorageProvider.js"
import { StorageProviders } from "./StorageProviders.js"

/**
 * @since 1.0.7
 * @category errors
 */
export type FilesError = FileFailure | PlatformNotSupported | StorageError

/**
 * How creating, naming and placing files can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type FilesChangeError = CreateFailure | PlatformNotSupported | StorageError

/**
 * How copying and moving can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type FilesRelocateError = FilesChangeError | RelocateFailure

/**
 * How removing can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type FilesRemoveError = FilesError | RemoveFailure

/**
 * Files and the folder they go to; `toParentFileId` may be `root`.
 *
 * @since 1.0.7
 * @category models
 */
export interface Relocation {
  readonly fileIds: ReadonlyArray<string>
  readonly toParentFileId: string
  /** What happens to names that are taken there. Default: the service's own rule. */
  readonly checkNameMode?: CheckNameMode | undefined
}

export declare namespace Files {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** One page; default parent root, page 1, page size 20. */
    readonly list: (query?: ListFiles, options?: InSpace) => Effect.Effect<Page<DriveFile>, FilesError>
    /** All pages as a stream that fetches ahead by one page. */
    readonly listAll: (query?: ListFiles, options?: InSpace) => Stream.Stream<DriveFile, FilesError>
    /** `imageThumbnailProcess` asks for a thumbnail's address, in the storage's own words. */
    readonly info: (
      fileId: string,
      options?: InSpace & { readonly imageThumbnailProcess?: string | undefined }
    ) => Effect.Effect<DriveFile, FilesError>
    /** The id behind a path such as `a/b/c`; the empty path is the root. */
    readonly resolve: (path: string, options?: InSpace) => Effect.Effect<FileId, FilesError>
    /** Default mode refuse: an existing folder's id is returned. A folder named `root` is the root (spec point 5). */
    readonly createFolder: (
      folder: {
        readonly name: string
        readonly parentFileId?: string | undefined
        readonly checkNameMode?: CheckNameMode | undefined
      },
      options?: InSpace
    ) => Effect.Effect<FileId, FilesChangeError>
    /** The folder at this path; missing folders on the way are created, each once however many ask at a time. */
    readonly ensureFolder: (path: string, options?: InSpace) => Effect.Effect<FileId, FilesChangeError>
    /** Default mode ignore: doubles are allowed (spec point 9). */
    readonly rename: (
      wanted: { readonly fileId: string; readonly name: string; readonly checkNameMode?: CheckNameMode | undefined },
      options?: InSpace
    ) => Effect.Effect<void, FilesChangeError>
    /** The tags take the place of those that the file has. */
    readonly updateInfo: (
      wanted: { readonly fileId: string; readonly userTags: ReadonlyArray<UserTag> },
      options?: InSpace
    ) => Effect.Effect<void, FilesError>
    /**
     * Each id once; what becomes of a file does not depend on the others. An empty list is `InvalidInput`. On pds it ends
     * when the work is done; with `isAsync` the tasks that the service goes on with are handed back.
     */
    readonly copy: (
      wanted: Relocation,
      options?: InSpace & MayGoOn
    ) => Effect.Effect<BatchResult<FilesRelocateError>, FilesRelocateError>
    /** As `copy`. A folder that would come to lie in itself is refused by the service. */
    readonly move: (
      wanted: Relocation,
      options?: InSpace & MayGoOn
    ) => Effect.Effect<BatchResult<FilesRelocateError>, FilesRelocateError>
    /** For good, past the recycle bin; folders with all that is in them. `isAsync` as for `copy`. */
    readonly remove: (
      fileIds: ReadonlyArray<string>,
      options?: InSpace & MayGoOn
    ) => Effect.Effect<BatchResult<FilesRemoveError>, FilesRemoveError>
    /** Marks a file as a favourite, or no more; pds alone does so by file (`Assets.star` elsewhere). */
    readonly star: (
      wanted: { readonly fileId: string; readonly starred: boolean },
      options?: InSpace
    ) => Effect.Effect<void, FilesError>
    /** All folders down to the path and its own entry, the root first; ids up to 30 s old. */
    readonly breadcrumb: (path: string, options?: InSpace) => Effect.Effect<ReadonlyArray<Crumb>, FilesError>
    /** A small picture, at most so many pixels wide; `undefined` where the service has none of this file. */
    readonly thumbnail: (
      fileId: string,
      options: InSpace & { readonly width: number; readonly height?: number | undefined }
    ) => Effect.Effect<Thumbnail | undefined, FilesError>
  }
}

const make = Effect.gen(function*() {
  const spaces = yield* Spaces
  const providers = yield* StorageProviders
  const found = yield* FoundPaths
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

  const createFolder: Files.Service["createFolder"] = Effect.fn("Files.createFolder")(function*(folder, options) {
    if (folder.name === rootFileId) return rootFileId
    const name = yield* FileName.make(folder.name)
    const provider = yield* open(options)
    return yield* provider.files.createFolder({
      name,
      parentFileId: folder.parentFileId ?? rootFileId,
      checkNameMode: folder.checkNameMode ?? defaultCheckNameMode.folder
    })
  })

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
              provider.files.createFolder({ name, parentFileId, checkNameMode: defaultCheckNameMode.folder })
          )
        })
      )

  const ensureFolder: Files.Service["ensureFolder"] = Effect.fn("Files.ensureFolder")(function*(path, options) {
    const absolute = yield* FilePath.make(path)
    return yield* ensure(yield* open(options), absolute)
  })

  const changes = LazyCode.part(
    Codes.seldom,
    (code) => code.fileChanges(open, found),
    { copy: "effect", move: "effect", remove: "effect", rename: "effect", star: "effect", updateInfo: "effect" },
    spaces
  )

  return Files.of({
    list,
    listAll,
    info,
    resolve,
    createFolder,
    ensureFolder,
    ...changes,
    ...FileViews.make({ open, found, info })
  })
})

/**
 * @since 1.0.7
 * @category tags
 */
export class Files extends Context.Tag("effect-drive/Files")<Files, Files.Service>() {
  /**
   * @since 1.0.7
   */
  static readonly layer: Layer.Layer<Files, never, FoundPaths | Spaces | StorageProviders> = Layer.scoped(
    Files,
    make
  )
}
