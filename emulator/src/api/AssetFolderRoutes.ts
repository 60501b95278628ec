/**
 * Folders of assets (spec point 7).
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as Effect from "effect/Effect"
import type { AssetFolder } from "../assets/AssetFolders.js"
import * as Wire from "../wire/AssetRequests.js"
import type { ApiContext } from "./ApiContext.js"
import * as Caller from "./Caller.js"
import * as Envelope from "./Envelope.js"
import * as RequestData from "./RequestData.js"

const defaultPageSize = 20

const answer = ({ folderId, name, pinned }: AssetFolder) => ({ folder_id: folderId, folder_name: name, pinned })

const list = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { page, page_size } = yield* RequestData.body(Wire.ListFolders)
    const size = page_size ?? defaultPageSize
    const start = ((page ?? 1) - 1) * size
    const folders = context.assetFolders.list(space)
    return { list: folders.slice(start, start + size).map(answer), total: folders.length }
  })

const create = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { folder_name } = yield* RequestData.body(Wire.CreateFolder)
    return answer(yield* context.assetFolders.create(space, folder_name))
  })

const remove = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { folder_ids } = yield* RequestData.body(Wire.DeleteFolders)
    return yield* context.assetFolders.remove(space, folder_ids)
  })

const pin = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { folder_id, pinned } = yield* RequestData.body(Wire.PinFolder)
    return answer(yield* context.assetFolders.change(space, folder_id, { pinned }))
  })

const rename = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const folderId = yield* RequestData.pathParameter("folderId")
    const { new_file_name } = yield* RequestData.body(Wire.RenameFolder)
    return answer(yield* context.assetFolders.change(space, folderId, { name: new_file_name }))
  })

export const router = (context: ApiContext) =>
  HttpRouter.empty.pipe(
    HttpRouter.post("/api/v2/drive/:spaceId/asset/folders/list", Envelope.enclose(list(context))),
    HttpRouter.post("/api/v2/drive/:spaceId/asset/folders", Envelope.enclose(create(context))),
    HttpRouter.post("/api/v2/drive/:spaceId/asset/folders/delete", Envelope.enclose(remove(context))),
    HttpRouter.post("/api/v2/drive/:spaceId/asset/folders/pin", Envelope.enclose(pin(context))),
    HttpRouter.put("/api/v2/drive/:spaceId/asset/folders/:folderId/rename", Envelope.enclose(rename(context)))
  )
