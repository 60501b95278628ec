/**
 * Archive tasks remembered as long as the process lives.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { ArchiveTask } from "../../domain/AsyncTask.js"
import { layerOf } from "../../services/inOrder.js"
import { TaskMemory } from "../../services/TaskMemory.js"

const keyOf = (spaceId: string, taskId: string): string => JSON.stringify([spaceId, taskId])

/**
 * What is remembered, by space and task: give the same map to a new layer and it knows what the last one knew.
 *
 * @since 1.0.7
 * @category models
 */
export type Remembered = Map<string, ArchiveTask>

const make = (remembered: Remembered): TaskMemory["Type"] => ({
  remember: (task) => Effect.sync(() => void remembered.set(keyOf(task.spaceId, task.taskId), task)),
  recall: (spaceId, taskId) => Effect.sync(() => remembered.get(keyOf(spaceId, taskId)))
})

/**
 * The memory over a map.
 *
 * @since 1.0.7
 * @category layers
 */
export const layerOver = (remembered: Remembered): Layer.Layer<TaskMemory> =>
  layerOf(TaskMemory, Effect.sync(() => make(remembered)))

/**
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<TaskMemory> = layerOf(TaskMemory, Effect.sync(() => make(new Map())))
