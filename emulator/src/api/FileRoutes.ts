/**
 * Files and folders: paths, lists, info, names, downloads (spec point 7).
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { rootId } from "../catalogue/CatalogueEntry.js"
import * as Changes from "../catalogue/Changes.js"
import { defaultOrder, orderFromText } from "../catalogue/Listing.js"
import * as Paths from "../catalogue/Paths.js"
import { fileNotFound, invalidParameter, isFolder } from "../catalogue/Refusal.js"
import * as Relocation from "../catalogue/Relocation.js"
import * as Removal from "../catalogue/Removal.js"
import * as Answers from "../wire/Answers.js"
import * as Wire from "../wire/FileRequests.js"
import type { ApiContext } from "./ApiContext.js"
import * as Caller from "./Caller.js"
import * as Envelope from "./Envelope.js"
import * as RequestData from "./RequestData.js"

const defaultPageSize = 20

const typeOfParameter = { 1: "file", 2: "folder", file: "file", folder: "folder" } as const

const list = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const query = yield* RequestData.query(Wire.List)
    const parentFileId = query.parent_file_id ?? rootId
    const order = query.order === undefined ? defaultOrder : orderFromText(query.order)
    if (order === undefined) return yield* invalidParameter("order", "is no order such as name or updated_at desc")
    if (!context.catalogue.isFolder(space.spaceId, parentFileId)) return yield* fileNotFound(parentFileId)
    const { items, total } = context.list(space, {
      parentFileId,
      order,
      type: query.file_type === undefined ? undefined : typeOfParameter[query.file_type],
      category: query.category,
      page: query.page ?? 1,
      pageSize: query.page_size ?? defaultPageSize
    })
    const folder = yield* Paths.ofFile(context.catalogue, space, parentFileId)
    const prefix = folder.path === "/" ? "" : folder.path
    return { list: items.map((entry) => Answers.listed(entry, `${prefix}/${entry.name}`)), total }
  })

const switchPath = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { file_id, file_path } = yield* RequestData.body(Wire.Switch)
    if (typeof file_path !== "string" && typeof file_id !== "string") {
      return yield* invalidParameter("file_path", "a path or an id is required")
    }
    const place = typeof file_id === "string" && typeof file_path !== "string"
      ? yield* Paths.ofFile(context.catalogue, space, file_id)
      : yield* Paths.fromPath(context.catalogue, space, file_path ?? "/")
    return { file_path: place.path, file_id: place.fileId }
  })

const info = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const fileId = yield* RequestData.pathParameter("fileId")
    if (fileId === rootId) return Answers.rootInfo
    const { image_thumbnail_process } = yield* RequestData.query(Wire.Info)
    const entry = yield* context.catalogue.findListed(space.spaceId, fileId)
    const answer = Answers.info(entry, context.catalogue.pathOf(entry))
    if (image_thumbnail_process === undefined) return answer
    const whole = context.storage.downloadUrl(space, entry)
    const thumbnail = yield* context.thumbnails.addressOf({ space, entry, process: image_thumbnail_process, whole })
    return Option.match(thumbnail, { onNone: () => answer, onSome: (thumbnail) => ({ ...answer, thumbnail }) })
  })

const relocate = (context: ApiContext, relocate: typeof Relocation.copy) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const body = yield* RequestData.body(Wire.Relocate)
    return Answers.batch(
      yield* relocate(context.catalogue, space, {
        fileIds: body.file_ids,
        toParentFileId: body.to_parent_file_id,
        mode: body.check_name_mode ?? "auto_rename"
      })
    )
  })

const remove = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    yield* Removal.remove(context.catalogue, space, yield* RequestData.pathParameter("fileId"))
    return {}
  })

const updateInfo = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const body = yield* RequestData.body(Wire.UpdateInfo)
    const entry = yield* Changes.updateInfo(context.catalogue, space, {
      fileId: body.file_id,
      userTags: body.user_tags ?? undefined,
      hidden: body.hidden ?? undefined,
      name: body.name ?? undefined,
      contentType: body.content_type ?? undefined
    })
    return Answers.info(entry, context.catalogue.pathOf(entry))
  })

const rename = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const body = yield* RequestData.body(Wire.Rename)
    const entry = yield* Changes.rename(context.catalogue, space, {
      fileId: body.file_id,
      name: body.new_file_name,
      mode: body.check_name_mode ?? "ignore"
    })
    return Answers.listed(entry, context.catalogue.pathOf(entry))
  })

const download = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { file_id } = yield* RequestData.body(Wire.Download)
    const entry = yield* context.catalogue.find(space.spaceId, file_id)
    if (entry.type === "folder") return yield* isFolder(file_id)
    return { file_id, download_url: yield* context.storage.downloadUrl(space, entry) }
  })

export const router = (context: ApiContext) =>
  HttpRouter.empty.pipe(
    HttpRouter.get("/api/v2/file/:spaceId/list", Envelope.enclose(list(context))),
    HttpRouter.post("/api/v2/file/:spaceId/switch", Envelope.enclose(switchPath(context))),
    HttpRouter.get("/api/v2/file/:spaceId/:fileId/info", Envelope.enclose(info(context))),
    HttpRouter.put("/api/v2/file/:spaceId/update-info", Envelope.enclose(updateInfo(context))),
    HttpRouter.put("/api/v2/file/:spaceId/rename", Envelope.enclose(rename(context))),
    HttpRouter.post("/api/v2/file/:spaceId/copy", Envelope.enclose(relocate(context, Relocation.copy))),
    HttpRouter.post("/api/v2/file/:spaceId/move", Envelope.enclose(relocate(context, Relocation.move))),
    HttpRouter.del("/api/v2/file/:spaceId/:fileId", Envelope.enclose(remove(context))),
    HttpRouter.post("/api/v2/file/:spaceId/download", Envelope.enclose(download(context)))
  )
