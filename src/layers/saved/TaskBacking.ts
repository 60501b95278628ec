/**
 * Where remembered tasks are put down: a directory, a database.
 *
 * @since 1.0.7
 */
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { FileId, SpaceId } from "../../domain/Ids.js"

/**
 * A remembered task as it is written: nobody asks for one after {@link lifetime}. `savedAt` in epoch milliseconds.
 *
 * @since 1.0.7
 * @category schemas
 */
export const SavedTask = Schema.Struct({
  spaceId: SpaceId,
  taskId: Schema.NonEmptyString,
  fileId: Schema.optional(FileId),
  name: Schema.String,
  savedAt: Schema.Number
})

/**
 * @since 1.0.7
 * @category models
 */
export type SavedTask = typeof SavedTask.Type

/**
 * How long a task is kept.
 *
 * @since 1.0.7
 * @category constants
 */
export const lifetime = Duration.days(30)

/**
 * Plain reads and writes; each promise is rejected when the store does not work. `load` gives what it finds, unchecked.
 *
 * @since 1.0.7
 * @category models
 */
export interface TaskBacking {
  /** Also drops tasks that were saved before `oldest` (epoch milliseconds). */
  readonly save: (task: SavedTask, oldest: number) => Promise<void>
  readonly load: (spaceId: string, taskId: string) => Promise<unknown>
}
