/**
 * Tasks of a space, by the product API.
 */
import * as Effect from "effect/Effect"
import { fromWire, WireTask } from "../../../domain/AsyncTask.js"
import { UnsupportedOperation } from "../../../domain/errors/InputErrors.js"
import type { SupportedPlatform } from "../../../domain/Platform.js"
import type { DriveApi } from "../../../services/DriveApi.js"
import type { StorageProvider } from "../../../services/StorageProvider.js"
import { readFailure } from "./ProductErrors.js"

/**
 * @see {@link StorageProvider}
 */
export const make = (
  api: DriveApi.Service,
  spaceId: string,
  platform: SupportedPlatform
): StorageProvider["tasks"] => ({
  get: Effect.fn("ProductProvider.task")((taskId) =>
    api.request({
      operation: "Tasks.get",
      method: "GET",
      path: `/api/v2/file/${encodeURIComponent(spaceId)}/task/${encodeURIComponent(taskId)}`,
      response: WireTask
    }).pipe(
      Effect.map((wire) => fromWire(taskId, wire)),
      Effect.catchTag("ApiError", (error) => Effect.fail(readFailure(error, { operation: "Tasks.get" })))
    )
  ),
  pollTask: () =>
    Effect.fail(new UnsupportedOperation({ operation: "pollTask", platform, message: "unsupport method" }))
})
