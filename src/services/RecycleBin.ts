/**
 * The recycle bin of a space.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { BatchResult } from "../domain/BatchResult.js"
import type { Page } from "../domain/DriveFile.js"
import type { RecycleItem } from "../domain/RecycleItem.js"
import type { FilesError } from "./Files.js"
import type { InSpace } from "./Spaces.js"
import type { ListBin, RemoveFailure, RestoreFailure, StartedTask } from "./StorageProvider.js"

/**
 * With `isAsync` the service may continue in a task, whose id is returned. Default false.
 *
 * @since 1.0.7
 * @category models
 */
export interface AsyncOptions {
  readonly isAsync?: boolean | undefined
}

/**
 * How putting files into the bin can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type RecycleError = FilesError | RemoveFailure

/**
 * How restoring files can fail. A `NameConflict` means that the name has been taken meanwhile; its `fileId` is
 * the file that stays in the bin.
 *
 * @since 1.0.7
 * @category errors
 */
export type RestoreError = FilesError | RestoreFailure

export declare namespace RecycleBin {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** One page, the last recycled first; default limit 20. `marker` is the `next` of the page before. */
    readonly list: (query?: Partial<ListBin>, options?: InSpace) => Effect.Effect<Page<RecycleItem>, FilesError>
    /** All pages as a stream that fetches ahead by one page. */
    readonly listAll: (query?: Partial<ListBin>, options?: InSpace) => Stream.Stream<RecycleItem, FilesError>
    /** Moves files to the bin. Each id once; each file succeeds or fails on its own. */
    readonly recycle: (
      fileIds: ReadonlyArray<string>,
      options?: InSpace & AsyncOptions
    ) => Effect.Effect<BatchResult<RecycleError>, RecycleError>
    /**
     * Restores files from the bin, one call after the other (spec point 7). With the drive's option `legacyBatchResult`
     * both lists of the result are empty, as specified.
     */
    readonly restore: (
      fileIds: ReadonlyArray<string>,
      options?: InSpace & AsyncOptions
    ) => Effect.Effect<BatchResult<RestoreError>, RestoreError>
    /** Removes everything in the bin permanently. */
    readonly clear: (
      options?: InSpace & AsyncOptions
    ) => Effect.Effect<StartedTask, RecycleError>
  }
}

/**
 * The recycle bin of a space: list, recycle, restore, clear.
 *
 * @since 1.0.7
 * @category tags
 */
export class RecycleBin extends Context.Tag("effect-drive/RecycleBin")<RecycleBin, RecycleBin.Service>() {}
