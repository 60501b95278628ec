/**
 * Uploads of this client.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { AssetWish } from "../domain/Asset.js"
import type { CheckNameMode } from "../domain/CheckNameMode.js"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import type { UploadCancelled } from "../domain/errors/TransferErrors.js"
import type { UploadId } from "../domain/Ids.js"
import type { UploadError, UploadResult, UploadSnapshot } from "../domain/UploadSnapshot.js"
import type { UploadTotals } from "../domain/UploadStatus.js"
import type { ConflictChoice } from "./FolderUploads.js"
import type { InSpace } from "./Spaces.js"
import type { TransferLimits } from "./TransferScheduler.js"
import type { SourceInput } from "./UploadSource.js"

/**
 * What to upload and where. Sizes in bytes; higher `priority` goes first, default 0.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadRequest {
  readonly source: SourceInput
  /** Default: the source's own name. */
  readonly name?: string | undefined
  /** Default root. */
  readonly parentFileId?: string | undefined
  /** Folder path below `parentFileId`; missing folders are created. */
  readonly path?: string | undefined
  /** Stores new content of this file. */
  readonly fileId?: string | undefined
  readonly checkNameMode?: CheckNameMode | undefined
  /** Part size in bytes; the upload then goes up in parts, whatever its size. */
  readonly chunkSize?: number | undefined
  /** How many parts are sent at once. Default: 5 at first, then as many as make it faster. */
  readonly parallel?: number | undefined
  readonly priority?: number | undefined
  /** What to do with the file's asset before the upload succeeds. Set by `Assets.create` and `Assets.update`. */
  readonly asset?: AssetWish | undefined
}

/**
 * A started upload.
 *
 * @since 1.0.7
 * @category models
 */
export interface Upload {
  readonly id: UploadId
  /** Waits for the end; stays pending while the upload is stopped, fails with `UploadCancelled` on cancel. */
  readonly await: Effect.Effect<UploadResult, UploadError>
  /** As it is now; as it was at last once it has left the list. */
  readonly snapshot: () => UploadSnapshot
  /** Snapshots, the current one first. */
  readonly changes: Stream.Stream<UploadSnapshot>
}

/**
 * Requests at once in each lane, bytes of bodies in memory, and bytes per second over all uploads (0 = no limit). In Node a limit
 * holds slice by slice, in every second; in browsers whole requests are paced, and it holds on average over half a minute.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadLimits extends Partial<TransferLimits> {
  readonly bytesPerSecond?: number | undefined
}

export declare namespace Uploads {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Puts the upload into the queue and returns at once; what is wrong with it shows in its snapshot and `await`. */
    readonly start: (request: UploadRequest, options?: InSpace) => Effect.Effect<Upload>
    /** The ids of all uploads; the same array until it changes. */
    readonly list: () => ReadonlyArray<UploadId>
    /** The upload of this id; `undefined` when it is not on the list. */
    readonly get: (id: string) => Upload | undefined
    /** How the upload stands; `undefined` when it is not on the list. */
    readonly snapshot: (id: string) => UploadSnapshot | undefined
    /**
     * Calls back when the snapshot of `id` has changed; without an id when an upload came, went or has ended. Returns the function
     * that ends it.
     */
    readonly subscribe: (listener: () => void, id?: string) => () => void
    /** All uploads of the list together; the same object until something of it changes. */
    readonly totals: () => UploadTotals
    /** Calls back when `totals` has changed. Returns the function that ends it. */
    readonly subscribeTotals: (listener: () => void) => () => void
    /**
     * Continues an upload that ended in a conflict of names: beside the file that is there, in its place, or not at all, which
     * takes it off the list. Another upload is left as it is.
     */
    readonly settleConflict: (id: string, choice: ConflictChoice) => Effect.Effect<void, UploadCancelled>
    /** Stops the upload: closes its requests and keeps what is stored, so that `resume` sends the rest. */
    readonly stop: (id: string) => Effect.Effect<void>
    /** Resumes a stopped upload. `source`: the file, where it had to be picked again. `UploadCancelled` for a cancelled one. */
    readonly resume: (id: string, source?: SourceInput) => Effect.Effect<void, UploadCancelled>
    /** Cancels the upload for good: closes its requests, takes its parts back from the storage, forgets its session. */
    readonly cancel: (id: string) => Effect.Effect<void>
    /** Starts a failed upload again, from its session. */
    readonly retry: (id: string) => Effect.Effect<void, UploadCancelled>
    /** Takes an ended upload off the list. */
    readonly remove: (id: string) => Effect.Effect<void>
    /** Stops all that have not ended; `resumeAll` resumes those that are stopped. */
    readonly stopAll: () => Effect.Effect<void>
    /** Resumes all that are stopped. */
    readonly resumeAll: () => Effect.Effect<void>
    /** Cancels all that have not ended. */
    readonly cancelAll: () => Effect.Effect<void>
    /**
     * Sets which upload goes first: higher before lower, in line and for the next requests of an upload that runs. It is saved with
     * the upload. `InvalidInput` for what is no finite number.
     */
    readonly setPriority: (id: string, priority: number) => Effect.Effect<void, InvalidInput>
    /**
     * Changes limits while uploads run; what is left out stays. A given number of parts is kept and no longer adapts. Limits are
     * positive integers, and `bytesPerSecond` may be 0. Anything else is `InvalidInput`, and all stays as it was.
     */
    readonly setLimits: (limits: UploadLimits) => Effect.Effect<void, InvalidInput>
    /**
     * Whether `resume` would ask nobody for the file of a stopped upload: neither the user to pick it again, nor the browser for
     * permission to read it, which only a click may do.
     */
    readonly resumesByItself: (id: string) => Effect.Effect<boolean>
    /** Puts this user's uploads of earlier runs of the program on the list, as stopped; `resume` continues one. */
    readonly recoverable: () => Effect.Effect<ReadonlyArray<UploadSnapshot>>
  }
}

/**
 * Starts, watches, stops and resumes uploads. The uploads belong to this service, not to the code that started them.
 *
 * @since 1.0.7
 * @category tags
 */
export class Uploads extends Context.Tag("effect-drive/Uploads")<Uploads, Uploads.Service>() {}
