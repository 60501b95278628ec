/**
 * Archive tasks remembered in a directory (Node).
 *
 * @since 1.0.7
 */
import * as Layer from "effect/Layer"
import { TaskMemory } from "../../services/TaskMemory.js"
import * as BackedTasks from "../saved/BackedTasks.js"
import * as TaskFiles from "./saved/TaskFiles.js"

/**
 * One small JSON file a task in `directory`, which is made when it is first needed; files of more than 30 days go. Another
 * run of the program, or another process, knows what this one began.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (options: { readonly directory: string }): Layer.Layer<TaskMemory> =>
  Layer.sync(TaskMemory, () => BackedTasks.make(TaskFiles.make(options.directory)))
