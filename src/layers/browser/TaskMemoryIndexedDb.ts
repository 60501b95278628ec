/**
 * Archive tasks remembered in IndexedDB (browsers).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { TaskMemory } from "../../services/TaskMemory.js"
import * as BackedTasks from "../saved/BackedTasks.js"
import * as TaskDatabase from "./saved/TaskDatabase.js"

/**
 * One row a task in the database `effect-drive-tasks`; rows of more than 30 days go. The next page, or another tab, knows
 * what this one began.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make: Effect.Effect<TaskMemory.Service> = Effect.sync(() =>
  BackedTasks.make(TaskDatabase.make("effect-drive-tasks"))
)
