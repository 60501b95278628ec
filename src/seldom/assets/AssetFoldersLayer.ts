/**
 * The service of asset folders, put together.
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { AssetFolderList, pageOf } from "../../domain/AssetFolder.js"
import { defaultPageSize } from "../../domain/Constants.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import * as FieldNames from "../../domain/FieldNames.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import * as FileName from "../../domain/FileName.js"
import * as Positive from "../../domain/Positive.js"
import * as Shape from "../../domain/Shape.js"
import { AssetFolders } from "../../services/AssetFolders.js"
import type { ApiRequest } from "../../services/DriveApi.js"
import { DriveApi } from "../../services/DriveApi.js"
import { layerOf } from "../../services/inOrder.js"
import type { InSpace, Spaces } from "../../services/Spaces.js"
import * as AssetCalls from "./AssetCalls.js"

const Created = Schema.Struct({ folder_id: Schema.NonEmptyString })

export const make: Effect.Effect<AssetFolders.Service, never, DriveApi | Spaces> = Effect.gen(function*() {
  const api = yield* DriveApi
  const { spaceOf } = yield* AssetCalls.make

  const send = Effect.fnUntraced(function*<A, I>(
    options: InSpace | undefined,
    request: Omit<ApiRequest<A, I>, "path"> & { readonly at: string }
  ) {
    const { at, ...rest } = request
    const spaceId = yield* spaceOf(options)
    return yield* api.request({ ...rest, path: `/api/v2/drive/${encodeURIComponent(spaceId)}/asset/folders${at}` })
  })

  const list: AssetFolders.Service["list"] = Effect.fn("AssetFolders.list")(function*(query = {}, options) {
    yield* FieldNames.only("query", query, ["page", "pageSize"])
    const page = yield* Positive.integer("page", query.page ?? 1)
    const pageSize = yield* Positive.integer("pageSize", query.pageSize ?? defaultPageSize)
    const answer = yield* send(options, {
      operation: "AssetFolders.list",
      method: "POST",
      at: "/list",
      body: { page, page_size: pageSize },
      response: AssetFolderList,
      repeatable: true
    })
    return pageOf(answer, { page, pageSize })
  })

  const create: AssetFolders.Service["create"] = Effect.fn("AssetFolders.create")(function*(folder, options) {
    yield* FieldNames.only("folder", folder, ["name"])
    const name = yield* FileName.make(folder.name)
    const answer = yield* send(options, {
      operation: "AssetFolders.create",
      method: "POST",
      at: "",
      body: { folder_name: name },
      response: Created
    })
    return { folderId: answer.folder_id }
  })

  const rename: AssetFolders.Service["rename"] = Effect.fn("AssetFolders.rename")(function*(wanted, options) {
    yield* FieldNames.only("folder", wanted, ["folderId", "name"])
    const folderId = yield* FileIdInput.makeId(wanted.folderId, "folderId")
    const name = yield* FileName.make(wanted.name)
    yield* send(options, {
      operation: "AssetFolders.rename",
      method: "PUT",
      at: `/${encodeURIComponent(folderId)}/rename`,
      body: { new_file_name: name },
      response: Schema.Unknown,
      repeatable: true
    })
  })

  const remove: AssetFolders.Service["remove"] = Effect.fn("AssetFolders.remove")(function*(folderIds, options) {
    yield* Shape.list("folderIds", folderIds)
    if (folderIds.length === 0) {
      return yield* new InvalidInput({ field: "folderIds", message: "folderIds must not be empty" })
    }
    const ids = yield* Effect.forEach(new Set(folderIds), (id) => FileIdInput.makeId(id, "folderIds"))
    yield* send(options, {
      operation: "AssetFolders.remove",
      method: "POST",
      at: "/delete",
      body: { folder_ids: ids },
      response: Schema.Unknown
    })
  })

  const pin: AssetFolders.Service["pin"] = Effect.fn("AssetFolders.pin")(function*(wanted, options) {
    yield* FieldNames.only("folder", wanted, ["folderId", "pinned"])
    const folderId = yield* FileIdInput.makeId(wanted.folderId, "folderId")
    yield* Shape.optionalFlag("pinned", wanted.pinned)
    yield* send(options, {
      operation: "AssetFolders.pin",
      method: "POST",
      at: "/pin",
      body: { folder_id: folderId, pinned: wanted.pinned ?? true },
      response: Schema.Unknown,
      repeatable: true
    })
  })

  return { list, create, rename, remove, pin }
})

export const layer: Layer.Layer<AssetFolders, never, DriveApi | Spaces> = layerOf(AssetFolders, make)
