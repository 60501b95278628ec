/**
 * Tasks of a space, by the product API, and the answers that name one.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { fromWire, WireTask } from "../../../domain/AsyncTask.js"
import { UnsupportedOperation } from "../../../domain/errors/InputErrors.js"
import { essential } from "../../../domain/Essential.js"
import type { SupportedPlatform } from "../../../domain/Platform.js"
import type { DriveApi } from "../../../services/DriveApi.js"
import type { StorageProvider } from "../../../services/StorageProvider.js"
import { readFailure } from "./ProductErrors.js"

/**
 * The answer to a call that the service may continue in a task: the task, if it holds one; anything else in it does not matter.
 */
export const TaskStarted = Schema.NullishOr(
  Schema.Struct({ async_task_id: essential(Schema.optional(Schema.NullOr(Schema.String))) })
)

/**
 * An empty id means that there is no task.
 */
export const startedTaskOf = (answer: typeof TaskStarted.Type): { readonly asyncTaskId?: string } =>
  answer?.async_task_id ? { asyncTaskId: answer.async_task_id } : {}

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
