/**
 * The files of the in-memory service as a provider shows them: lists, what one is, paths, new folders.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import { defaultPageSize } from "../domain/Constants.js"
import type { Page } from "../domain/DriveFile.js"
import { DriveFile } from "../domain/DriveFile.js"
import { FileNotFound, NameConflict, ParentNotFound } from "../domain/errors/FileErrors.js"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import { UnsupportedOperation } from "../domain/errors/InputErrors.js"
import { FileId, ObjectKey, rootFileId } from "../domain/Ids.js"
import * as ListOrder from "../domain/ListOrder.js"
import type { Space } from "../domain/Space.js"
import { checkQuery } from "../layers/storage/product/checkQuery.js"
import * as PageCursor from "../layers/storage/product/PageCursor.js"
import type { CreateFolder, ListFiles, StorageProvider } from "../services/StorageProvider.js"
import type { MemoryFile, MemoryService } from "./MemoryService.js"

const shown = ({ contentHash, fileId, name, objectKey, parentFileId, size, stored, type }: MemoryFile): DriveFile =>
  DriveFile.make({
    fileId: FileId.make(fileId),
    parentFileId: FileId.make(parentFileId),
    name,
    size,
    type,
    ...(type === "folder" ? {} : { objectKey: ObjectKey.make(objectKey) }),
    ...(contentHash === undefined ? {} : { contentHash }),
    ...(stored ? {} : { status: "uploading" }),
    userTags: []
  })

const byText = new Intl.Collator("en", { numeric: true })

const comparisons: Readonly<Record<ListOrder.OrderField, (one: MemoryFile, other: MemoryFile) => number>> = {
  type: (one, other) => Number(one.type === "file") - Number(other.type === "file"),
  name: (one, other) => byText.compare(one.name, other.name),
  size: (one, other) => one.size - other.size,
  created_at: (one, other) => one.created - other.created,
  updated_at: (one, other) => one.updated - other.updated
}

/** Folders first, then the newest. */
const defaultOrder = [{ field: "type", descending: false }, { field: "created_at", descending: true }] as const

const comparing =
  (order: ReadonlyArray<Pick<ListOrder.OrderTerm, "descending" | "field">>) => (one: MemoryFile, other: MemoryFile) => {
    for (const { descending, field } of order) {
      const difference = comparisons[field](one, other)
      if (difference !== 0) return descending ? -difference : difference
    }
    return one.created - other.created
  }

/** Of several entries of one name a folder comes first, then the oldest. */
const resolve = (service: MemoryService, path: string): Effect.Effect<FileId, FileNotFound> => {
  let folder: string = rootFileId
  for (const name of path.split("/").filter((part) => part !== "")) {
    const [child] = service.named(folder, name).sort(comparing([{ field: "type", descending: false }]))
    if (child === undefined) return Effect.fail(new FileNotFound({ path }))
    folder = child.fileId
  }
  return Effect.succeed(FileId.make(folder))
}

const info = (service: MemoryService, fileId: string): Effect.Effect<DriveFile, FileNotFound> => {
  const file = service.files.get(fileId)
  return file !== undefined && service.isListed(file)
    ? Effect.succeed(shown(file))
    : Effect.fail(new FileNotFound({ fileId }))
}

const createFolder = (
  service: MemoryService,
  { checkNameMode, name, parentFileId }: CreateFolder
): Effect.Effect<FileId, NameConflict | ParentNotFound> => {
  if (!service.isFolder(parentFileId)) return Effect.fail(new ParentNotFound({ parentFileId }))
  const taken = service.named(parentFileId, name)
  const folder = taken.find((file) => file.type === "folder")
  if (checkNameMode === "refuse" || checkNameMode === "overwrite") {
    if (folder !== undefined) return Effect.succeed(FileId.make(folder.fileId))
    if (taken.length > 0) return Effect.fail(new NameConflict({ name, parentFileId }))
  }
  const given = checkNameMode === "auto_rename" ? service.freeName(parentFileId, name) : name
  const made = service.add({ name: given, parentFileId, size: 0, type: "folder", contentHash: undefined })
  return Effect.succeed(FileId.make(made.fileId))
}

/**
 * It knows no pictures: lists of a category and thumbnails are `UnsupportedOperation`.
 */
export const make = (
  space: Space,
  service: MemoryService
): Pick<StorageProvider["files"], "createFolder" | "info" | "list" | "resolve"> => {
  const path = (rest: string) => `/api/v2/file/${space.spaceId}${rest}`

  const unsupported = (operation: string, what: string) =>
    new UnsupportedOperation({
      operation,
      platform: space.platform,
      message: `the in-memory drive knows no ${what}`
    })

  const page = (
    query: ListFiles,
    order: ReadonlyArray<ListOrder.OrderTerm>,
    position: PageCursor.PageCursor
  ): Effect.Effect<Page<DriveFile>, FileNotFound> => {
    const { fileType, parentFileId = rootFileId } = query
    if (!service.isFolder(parentFileId)) return Effect.fail(new FileNotFound({ fileId: parentFileId }))
    const all = service.children(parentFileId)
      .filter((file) => fileType === undefined || file.type === fileType)
      .sort(comparing(order.length === 0 ? defaultOrder : order))
    const end = position.page * position.pageSize
    const items = all.slice(end - position.pageSize, end).map(shown)
    const isLast = items.length === 0 || end >= all.length
    return Effect.succeed({
      items,
      total: all.length,
      ...(isLast ? {} : { next: PageCursor.next(space.spaceId, position) })
    })
  }

  const list = Effect.fnUntraced(function*(query: ListFiles) {
    if (query.category !== undefined) return yield* unsupported("Files.list", "categories")
    yield* checkQuery(query)
    const order = yield* ListOrder.make(query.order)
    const position: PageCursor.PageCursor = yield* positionOf(query)
    return yield* service.call("GET", path("/list"), () => page(query, order, position))
  })

  const positionOf = (query: ListFiles): Effect.Effect<PageCursor.PageCursor, InvalidInput> =>
    query.cursor === undefined
      ? Effect.succeed({ page: query.page ?? 1, pageSize: query.pageSize ?? defaultPageSize })
      : PageCursor.decode(space.spaceId, query.cursor)

  return {
    list,
    info: (fileId, options) =>
      options?.imageThumbnailProcess === undefined
        ? service.call("GET", path(`/${fileId}/info`), () => info(service, fileId))
        : Effect.fail(unsupported("Files.info", "thumbnails")),
    resolve: (at) => service.call("POST", path("/switch"), () => resolve(service, at)),
    createFolder: (folder) => service.call("POST", path("/folder"), () => createFolder(service, folder))
  }
}
