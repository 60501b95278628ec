/**
 * Tasks that the service works on in the background.
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
    /** The task as it is now. A task of an archive has the archive's name and address once it has succeeded. */
    readonly get: (taskId: string, options?: InSpace) => Effect.Effect<AsyncTask, DownloadError>
    /**
     * Polls the task: at once, after 1, 2, 4, 8 and then every 10 s. The last element is its end, success or failure. It fails
     * only after ten requests in a row without an answer.
     */
    readonly poll: (taskId: string, options?: InSpace) => Stream.Stream<AsyncTask, DownloadError>
    /**
     * Waits until the task succeeds; fails with `TaskFailed` if it fails. Unknown states are polled until `limit`
     * (default one hour), then it fails with `TaskFailed` and code `Timeout`.
     */
    readonly wait: (
      taskId: string,
      options?: InSpace & { readonly limit?: Duration.DurationInput | undefined }
    ) => Effect.Effect<AsyncTask, DownloadError | TaskFailed>
  }
}

/**
 * Tasks that the service works on in the background: read one, poll it, wait for its end.
 *
 * @since 1.0.7
 * @category tags
 */
export class Tasks extends Context.Tag("effect-drive/Tasks")<Tasks, Tasks.Service>() {}
