/**
 * Which file an archive's task makes: the service tells it once, when the task begins.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ArchiveTask } from "../domain/AsyncTask.js"
import type { TransportError } from "../domain/errors/TransportError.js"
import type { SpaceId } from "../domain/Ids.js"

export declare namespace TaskMemory {
  /**
   * Plain data without secrets, so that it can be kept over a restart. A store that fails logs it and forgets; code of it that has
   * to be loaded and cannot be is `TransportError`.
   *
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Keeps the task for 30 days. */
    readonly remember: (task: ArchiveTask) => Effect.Effect<void, TransportError>
    /** The task, if it was remembered for this space. */
    readonly recall: (spaceId: SpaceId, taskId: string) => Effect.Effect<ArchiveTask | undefined, TransportError>
  }
}

/**
 * Port: remembers tasks of archives between runs of the program.
 *
 * @since 1.0.7
 * @category tags
 */
export class TaskMemory extends Context.Tag("effect-drive/TaskMemory")<TaskMemory, TaskMemory.Service>() {}
