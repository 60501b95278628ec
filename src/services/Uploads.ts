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
  /** Part size in bytes. The file is then sent in parts, whatever its size. */
  readonly chunkSize?: number | undefined
  /** How many parts are sent at once. Default: 5 at first, then adapted to the throughput. */
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
  /**
   * Waits for the end; stays pending while the upload is stopped, fails with `UploadCancelled` on cancel and when another user
   * signs in: then what was saved stays for when its own user comes back.
   */
  readonly await: Effect.Effect<UploadResult, UploadError>
  /** The upload's present state; after it was removed from the list, its last state. */
  readonly snapshot: () => UploadSnapshot
  /** Snapshots, the current one first. */
  readonly changes: Stream.Stream<UploadSnapshot>
}

/**
 * Limits for all uploads together: concurrent requests of each kind, bytes of bodies in flight, and bytes per second (0
 * = no limit). In Node the speed limit holds in every second. In browsers only whole requests can be paced, so it holds
 * on average over half a minute.
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
    /** Puts the upload into the queue and returns at once. An invalid request shows in its snapshot and `await`. */
    readonly start: (request: UploadRequest, options?: InSpace) => Effect.Effect<Upload>
    /** The ids of all uploads; the same array until it changes. */
    readonly list: () => ReadonlyArray<UploadId>
    /** The upload of this id; `undefined` when it is not on the list. */
    readonly get: (id: string) => Upload | undefined
    /** The upload's present state; `undefined` if it is not in the list. */
    readonly snapshot: (id: string) => UploadSnapshot | undefined
    /**
     * Calls back when the snapshot of `id` has changed; without an id when an upload was added, was removed or has
     * ended. Returns the function that unsubscribes.
     */
    readonly subscribe: (listener: () => void, id?: string) => () => void
    /** The totals of all uploads in the list; the same object until they change. */
    readonly totals: () => UploadTotals
    /** Calls back when `totals` has changed. Returns the function that unsubscribes. */
    readonly subscribeTotals: (listener: () => void) => () => void
    /**
     * Answers the name conflict of a failed upload: upload beside the existing file, replace it, or skip, which removes
     * the upload from the list. Does nothing for other uploads.
     */
    readonly settleConflict: (id: string, choice: ConflictChoice) => Effect.Effect<void, InvalidInput | UploadCancelled>
    /** Stops the upload: closes its requests and keeps what is stored, so that `resume` sends the rest. */
    readonly stop: (id: string) => Effect.Effect<void>
    /**
     * Resumes a stopped upload. `source`: the file, if it had to be picked again. Fails with `UploadCancelled` if it
     * was cancelled.
     */
    readonly resume: (id: string, source?: SourceInput) => Effect.Effect<void, UploadCancelled>
    /** Cancels the upload permanently: closes its requests, deletes its parts from the storage, removes its session. */
    readonly cancel: (id: string) => Effect.Effect<void>
    /** Starts a failed upload again, from its session. */
    readonly retry: (id: string) => Effect.Effect<void, UploadCancelled>
    /** Removes an ended upload from the list. */
    readonly remove: (id: string) => Effect.Effect<void>
    /** Stops all that have not ended; `resumeAll` resumes those that are stopped. */
    readonly stopAll: () => Effect.Effect<void>
    /** Resumes all that are stopped. */
    readonly resumeAll: () => Effect.Effect<void>
    /** Cancels all that have not ended. */
    readonly cancelAll: () => Effect.Effect<void>
    /**
     * Sets which upload goes first: higher before lower, in the queue and for the next requests of a running upload. It
     * is saved with the upload. `InvalidInput` if it is not a finite number.
     */
    readonly setPriority: (id: string, priority: number) => Effect.Effect<void, InvalidInput>
    /**
     * Changes limits while uploads run; those that are left out stay. If a number of parts is given, it is used as it
     * is and not adapted any more. Limits are positive integers, and `bytesPerSecond` may be 0. Anything else is
     * `InvalidInput`, and nothing is changed.
     */
    readonly setLimits: (limits: UploadLimits) => Effect.Effect<void, InvalidInput>
    /**
     * Whether a stopped upload can be resumed without a user's action: the file need not be picked again, and the
     * browser needs no permission to read it, which it grants only after a click.
     */
    readonly resumesByItself: (id: string) => Effect.Effect<boolean>
    /**
     * Adds this user's unfinished uploads of earlier runs of the program to the list, as stopped; `resume` continues
     * one.
     */
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
