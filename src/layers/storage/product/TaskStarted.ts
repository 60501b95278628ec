/**
 * The answer to a call that the service may continue in a task: it names the task then.
 */
import * as Schema from "effect/Schema"
import { essential } from "../../../domain/Essential.js"

/**
 * The task, if the answer holds one; anything else in it does not matter.
 */
export const TaskStarted = Schema.NullishOr(
  Schema.Struct({ async_task_id: essential(Schema.optional(Schema.NullOr(Schema.String))) })
)

/**
 * An empty id means that there is no task.
 */
export const startedTaskOf = (answer: typeof TaskStarted.Type): { readonly asyncTaskId?: string } =>
  answer?.async_task_id ? { asyncTaskId: answer.async_task_id } : {}
