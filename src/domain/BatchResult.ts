/**
 * The outcome of each file of a batch.
 *
 * @since 1.0.7
 */
import type { FileId } from "./Ids.js"

/**
 * A file with which it was done. `newFileId` is the copy's id; `asyncTaskId` names the task when the service continues
 * with it by itself (`Tasks.wait`).
 *
 * @since 1.0.7
 * @category models
 */
export interface BatchSuccess {
  readonly fileId: FileId
  readonly newFileId?: FileId | undefined
  readonly asyncTaskId?: string | undefined
}

/**
 * A file with which it was not done, and why: an error of the catalogue.
 *
 * @since 1.0.7
 * @category models
 */
export interface BatchError<Failure> {
  readonly fileId: FileId
  readonly error: Failure
}

/**
 * Each file of the batch is in one of the lists, once.
 *
 * @since 1.0.7
 * @category models
 */
export interface BatchResult<Failure> {
  readonly successItems: ReadonlyArray<BatchSuccess>
  readonly errorItems: ReadonlyArray<BatchError<Failure>>
}
