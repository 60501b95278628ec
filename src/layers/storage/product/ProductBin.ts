/**
 * The recycle bin of a space, by the product API.
 */
import * as Effect from "effect/Effect"
import { pageOf, RecycleListFromWire } from "../../../domain/RecycleItem.js"
import type { DriveApi } from "../../../services/DriveApi.js"
import type { StorageProvider } from "../../../services/StorageProvider.js"
import { readFailure, restoreFailure } from "./ProductErrors.js"
import { startedTaskOf, TaskStarted } from "./ProductTasks.js"
import { withNeeded } from "./withNeeded.js"

/** Without these an item cannot be read. */
const neededFields = ["file_id", "file_name", "file_size", "file_type"]

/**
 * @see {@link StorageProvider}
 */
export const make = (api: DriveApi.Service, spaceId: string): StorageProvider["bin"] => {
  const base = `/api/v2/file/${encodeURIComponent(spaceId)}`

  const ask = (operation: string, path: string, isAsync: boolean) =>
    Effect.map(
      api.request({
        operation,
        method: "POST",
        path: `${base}${path}`,
        body: { is_async: isAsync },
        response: TaskStarted
      }),
      startedTaskOf
    )

  const begin = (operation: string, path: string, isAsync: boolean, fileId?: string) =>
    Effect.catchTag(
      ask(operation, path, isAsync),
      "ApiError",
      (error) => Effect.fail(readFailure(error, { operation, fileId }))
    )

  return {
    list: Effect.fn("ProductProvider.listBin")(({ fields, limit, marker }) =>
      api.request({
        operation: "RecycleBin.list",
        method: "GET",
        path: `${base}/recycles`,
        query: { limit, marker, fields: withNeeded(neededFields, fields) },
        response: RecycleListFromWire
      }).pipe(
        Effect.map(pageOf),
        Effect.catchTag("ApiError", (error) => Effect.fail(readFailure(error, { operation: "RecycleBin.list" })))
      )
    ),
    recycle: Effect.fn("ProductProvider.recycle")((fileId, { isAsync }) =>
      begin("RecycleBin.recycle", `/${encodeURIComponent(fileId)}/recycle`, isAsync, fileId)
    ),
    restore: Effect.fn("ProductProvider.restore")((fileId, { isAsync }) => {
      const operation = "RecycleBin.restore"
      return Effect.catchTag(
        ask(operation, `/${encodeURIComponent(fileId)}/restore`, isAsync),
        "ApiError",
        (error) => Effect.fail(restoreFailure(error, { operation, fileId }))
      )
    }),
    clear: Effect.fn("ProductProvider.clearBin")(({ isAsync }) => begin("RecycleBin.clear", "/recycle/clear", isAsync))
  }
}
