/**
 * Files and folders of a space, by the product API.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { defaultPageSize } from "../../../domain/Constants.js"
import { FileNotFound, type FolderExists } from "../../../domain/errors/FileErrors.js"
import * as FilePath from "../../../domain/FilePath.js"
import { FileId, rootFileId } from "../../../domain/Ids.js"
import * as ListOrder from "../../../domain/ListOrder.js"
import { fileInfoFromWire, FileListFromWire } from "../../../domain/WireFile.js"
import type { DriveApi } from "../../../services/DriveApi.js"
import type { CreateFailure, CreateFolder, FileFailure, StorageProvider } from "../../../services/StorageProvider.js"
import { checkQuery } from "./checkQuery.js"
import * as PageCursor from "./PageCursor.js"
import { readFailure, writeFailure } from "./ProductErrors.js"
import * as ProductFileChanges from "./ProductFileChanges.js"

const Location = Schema.Struct({ file_id: FileId, file_path: Schema.String })

const Created = Schema.Struct({ file_id: FileId })

/** A list of folders that is read to its end. */
const listedAtOnce = 100

const wireFileType = { file: 1, folder: 2 } as const

/** Which page was asked for, and the answer: how many items it has, and how many the service says there are in all. */
interface Counted {
  readonly position: PageCursor.PageCursor
  readonly listed: number
  readonly total: number | undefined
}

/**
 * An empty page is the last, whatever the total says. Else all must have come: a service may give smaller pages than it was asked for.
 * With no total, or one that cannot be, a short page is the last.
 */
const isLast = ({ listed, position, total }: Counted): boolean => {
  if (listed === 0) return true
  return total === undefined || total < listed
    ? listed < position.pageSize
    : PageCursor.before(position) + listed >= total
}

/**
 * @see {@link StorageProvider}
 */
export const make = (api: DriveApi.Service, spaceId: string): StorageProvider["files"] => {
  const base = `/api/v2/file/${encodeURIComponent(spaceId)}`

  const list: StorageProvider["files"]["list"] = Effect.fn("ProductProvider.list")(function*(query) {
    yield* checkQuery(query)
    const order = ListOrder.format(yield* ListOrder.make(query.order))
    const position = query.cursor === undefined
      ? { page: query.page ?? 1, pageSize: query.pageSize ?? defaultPageSize }
      : yield* PageCursor.decode(spaceId, query.cursor)
    const parentFileId = query.parentFileId ?? rootFileId
    const listed = yield* api.request({
      operation: "Files.list",
      method: "GET",
      path: `${base}/list`,
      query: {
        parent_file_id: parentFileId,
        file_type: query.fileType === undefined ? undefined : wireFileType[query.fileType],
        category: query.category,
        page: position.page,
        page_size: position.pageSize,
        order
      },
      response: FileListFromWire
    }).pipe(
      Effect.catchTag(
        "ApiError",
        (error) => Effect.fail(readFailure(error, { operation: "Files.list", fileId: parentFileId }))
      )
    )
    const counted = { position, listed: listed.items.length, total: listed.total }
    return {
      items: listed.items,
      ...(listed.total === undefined ? {} : { total: listed.total }),
      ...(isLast(counted)
        ? {}
        : { next: PageCursor.next(spaceId, position, PageCursor.before(position) + counted.listed) })
    }
  })

  const info: StorageProvider["files"]["info"] = Effect.fn("ProductProvider.info")((fileId, options) =>
    api.request({
      operation: "Files.info",
      method: "GET",
      path: `${base}/${encodeURIComponent(fileId)}/info`,
      query: { image_thumbnail_process: options?.imageThumbnailProcess },
      response: fileInfoFromWire(FileId.make(fileId))
    }).pipe(
      Effect.catchTag("ApiError", (error) => Effect.fail(readFailure(error, { operation: "Files.info", fileId })))
    )
  )

  const locate = (
    place: { readonly path: string } | { readonly fileId: string }
  ): Effect.Effect<typeof Location.Type, FileFailure> =>
    api.request({
      operation: "Files.resolve",
      method: "POST",
      path: `${base}/switch`,
      body: "path" in place ? { file_path: place.path } : { file_id: place.fileId },
      response: Location,
      repeatable: true
    }).pipe(
      Effect.catchTag("ApiError", (error) => Effect.fail(readFailure(error, { operation: "Files.resolve", ...place })))
    )

  const resolve: StorageProvider["files"]["resolve"] = Effect.fn("ProductProvider.resolve")((path) =>
    Effect.map(locate({ path }), (location) => location.file_id)
  )

  const pathOf = (fileId: string): Effect.Effect<string, FileFailure> =>
    fileId === rootFileId
      ? Effect.succeed(FilePath.root)
      : Effect.map(locate({ fileId }), (location) => location.file_path)

  const findAt = (path: string) => Effect.catchTag(resolve(path), "FileNotFound", () => Effect.succeed(undefined))

  /** Of several folders of one name the oldest, to which a path would lead too. */
  const inList = ({ name, parentFileId }: CreateFolder, path: string): Effect.Effect<FileId, FileFailure> => {
    const from = (cursor: string | undefined): Effect.Effect<FileId, FileFailure> =>
      Effect.flatMap(
        list({ parentFileId, fileType: "folder", order: "created_at asc", pageSize: listedAtOnce, cursor }),
        ({ items, next }) => {
          const found = items.find((folder) => folder.name === name)
          if (found !== undefined) return Effect.succeed(found.fileId)
          return next === undefined ? new FileNotFound({ path }) : from(next)
        }
      )
    return from(undefined)
  }

  /**
   * 380505: the folder is there already, and its path leads to its id. Another folder may have its parent's name: then the path would lead
   * into that one, and the parent's list is read.
   */
  const existing = Effect.fnUntraced(function*(folder: CreateFolder): Effect.fn.Return<FileId, FileFailure> {
    const { name, parentFileId } = folder
    const parent = yield* pathOf(parentFileId)
    const path = FilePath.child(parent, name)
    if (parentFileId === rootFileId) return yield* resolve(path)
    const [there, led] = yield* Effect.all([findAt(path), findAt(parent)], { concurrency: 2 })
    return there !== undefined && led === parentFileId ? there : yield* inList(folder, path)
  })

  const create = (folder: CreateFolder): Effect.Effect<FileId, CreateFailure | FolderExists> =>
    api.request({
      operation: "Files.createFolder",
      method: "POST",
      path: base,
      body: {
        file_name: folder.name,
        file_type: wireFileType.folder,
        parent_file_id: folder.parentFileId,
        check_name_mode: folder.checkNameMode
      },
      response: Created,
      // A repeat with refuse finds what the first try made.
      repeatable: folder.checkNameMode === "refuse"
    }).pipe(
      Effect.map((created) => created.file_id),
      Effect.catchTag("ApiError", (error) =>
        Effect.fail(writeFailure(error, {
          operation: "Files.createFolder",
          name: folder.name,
          parentFileId: folder.parentFileId,
          refuses: folder.checkNameMode === "refuse"
        })))
    )

  const createFolder: StorageProvider["files"]["createFolder"] = Effect.fn("ProductProvider.createFolder")((folder) =>
    Effect.catchTag(create(folder), "FolderExists", () => existing(folder))
  )

  return { list, info, resolve, pathOf, createFolder, ...ProductFileChanges.make(api, spaceId) }
}
