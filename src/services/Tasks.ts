/**
 * Tasks that the service works on in the background: asked for once, followed, waited for.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { AsyncTask } from "../domain/AsyncTask.js"
import type { TaskFailed } from "../domain/errors/TransferErrors.js"
import type { DownloadError } from "./Downloads.js"
import type { InSpace } from "./Spaces.js"

export declare namespace Tasks {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** The task as it is now. An archive's carries its name and address once it has succeeded. */
    readonly get: (taskId: string, options?: InSpace) => Effect.Effect<AsyncTask, DownloadError>
    /** The task now and then, after 1, 2, 4, 8 and from then on 10 s; the last one is its end, good or bad. */
    readonly poll: (taskId: string, options?: InSpace) => Stream.Stream<AsyncTask, DownloadError>
    /**
     * The task's good end; a bad one is `TaskFailed`. States that nobody knows go on until `limit` (default one hour),
     * which is `TaskFailed` with code `Timeout`.
     */
    readonly wait: (
      taskId: string,
      options?: InSpace & { readonly limit?: Duration.DurationInput | undefined }
    ) => Effect.Effect<AsyncTask, DownloadError | TaskFailed>
  }
}

/**
 * Tasks that the service works on by itself: ask for one, follow it, wait for its end.
 *
 * @since 1.0.7
 * @category tags
 */
export class Tasks extends Context.Tag("effect-drive/Tasks")<Tasks, Tasks.Service>() {}
