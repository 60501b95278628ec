/**
 * Remembered tasks over any backing: a store that fails costs no more than the memory of earlier runs.
 *
 * @since 1.0.7
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ArchiveTask } from "../../domain/AsyncTask.js"
import type { TaskMemory } from "../../services/TaskMemory.js"
import type { TaskBacking } from "./TaskBacking.js"
import { lifetime, SavedTask } from "./TaskBacking.js"

const decode = Schema.decodeUnknownOption(SavedTask)

const keyOf = (spaceId: string, taskId: string): string => JSON.stringify([spaceId, taskId])

/** A crash or another program may have left anything there; what is not about this very task is not believed. */
const checkTask = (found: unknown, spaceId: string, taskId: string): ArchiveTask | undefined => {
  const saved = Option.getOrUndefined(decode(found))
  if (saved === undefined || saved.spaceId !== spaceId || saved.taskId !== taskId) return undefined
  return { spaceId: saved.spaceId, taskId, fileId: saved.fileId, name: saved.name }
}

/**
 * Tasks of this process are also kept in memory, so that they are known when the store does not work.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (backing: TaskBacking): TaskMemory.Service => {
  const own = new Map<string, ArchiveTask>()
  return {
    remember: (task) =>
      Effect.gen(function*() {
        own.set(keyOf(task.spaceId, task.taskId), task)
        const savedAt = yield* Clock.currentTimeMillis
        const oldest = savedAt - Duration.toMillis(lifetime)
        yield* Effect.tryPromise(() => backing.save({ ...task, savedAt }, oldest))
      }).pipe(
        Effect.catchAll(({ error }) => Effect.logWarning("an archive's task cannot be saved", Cause.fail(error))),
        // The service tells it once.
        Effect.uninterruptible
      ),
    recall: (spaceId, taskId) =>
      Effect.suspend(() => {
        const known = own.get(keyOf(spaceId, taskId))
        return known === undefined
          ? Effect.tryPromise(() => backing.load(spaceId, taskId)).pipe(
            Effect.map((found) => checkTask(found, spaceId, taskId)),
            Effect.catchAll(({ error }) =>
              Effect.as(Effect.logWarning("saved tasks of archives cannot be read", Cause.fail(error)), undefined)
            )
          )
          : Effect.succeed(known)
      })
  }
}
