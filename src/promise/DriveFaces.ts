/**
 * The faces of a drive that differ from their services: what is read at once, and addresses that can be read.
 *
 * @since 1.0.7
 */
import type { DurationInput } from "effect/Duration"
import type { AsyncTask } from "../domain/AsyncTask.js"
import type { Space } from "../domain/Space.js"
import type { BatchDownload, DownloadAddress, Downloads } from "../services/Downloads.js"
import type { DriveEvent } from "../services/DriveEvents.js"
import type { FileContents } from "../services/FileContents.js"
import type { Files } from "../services/Files.js"
import type { Thumbnail } from "../services/Files.js"
import type { Session, SessionState } from "../services/Session.js"
import type { Spaces } from "../services/Spaces.js"
import type { DownloadInfo } from "../services/StorageProvider.js"
import type { StartedDownloads } from "./DownloadHandle.js"
import type * as Face from "./Face.js"
import type { SpaceCallOptions } from "./Face.js"

/**
 * Signing in and out, as promises. `state` answers at once.
 *
 * @since 1.0.7
 * @category models
 */
export interface SessionFace extends Omit<Face.Face<Session.Service>, "state"> {
  /** Who is signed in, and whether a space is selected. */
  readonly state: () => SessionState
}

/**
 * The user's spaces, as promises. `current` answers at once.
 *
 * @since 1.0.7
 * @category models
 */
export interface SpacesFace extends Omit<Face.Face<Spaces.Service>, "current"> {
  /** The selected space, if there is one. */
  readonly current: () => Space | undefined
}

/**
 * A signed address. `href` is its text. It is not enumerable, so that logging this object shows no secret.
 *
 * @since 1.0.7
 * @category models
 */
export interface DownloadLink extends DownloadAddress {
  readonly href: string
}

/**
 * Downloads, as promises; addresses are readable as `href`.
 *
 * @since 1.0.7
 * @category models
 */
export interface DownloadsFace
  extends Omit<Face.Face<Downloads.Service>, "batch" | "url" | keyof StartedDownloads>, StartedDownloads
{
  /** A signed address of the file, readable as `href`. */
  readonly url: (fileId: string, options?: SpaceCallOptions) => Promise<DownloadLink>
  /** Signed addresses of many files, each id once. Not on pds. */
  readonly batch: (fileIds: ReadonlyArray<string>, options?: SpaceCallOptions) => Promise<BatchDownloadLinks>
}

/**
 * A picture's address, readable as `href`.
 *
 * @since 1.0.7
 * @category models
 */
export interface ThumbnailLink extends Thumbnail {
  readonly href: string
}

/**
 * A task. `href` is the address of its archive as text, not enumerable, as for a download.
 *
 * @since 1.0.7
 * @category models
 */
export interface TaskLink extends AsyncTask {
  readonly href: string | undefined
}

/**
 * Tasks of the service, as promises and an async iterable; an archive's address is readable as `href`.
 *
 * @since 1.0.7
 * @category models
 */
export interface TasksFace {
  /** The task as it is now. */
  readonly get: (taskId: string, options?: SpaceCallOptions) => Promise<TaskLink>
  /** Waits for the end of the task; rejects with `TaskFailed` if the task fails. `limit`: how long to wait at most. */
  readonly wait: (
    taskId: string,
    options?: SpaceCallOptions & { readonly limit?: DurationInput | undefined }
  ) => Promise<TaskLink>
  /** The task each time it has changed, until it ends. */
  readonly poll: (taskId: string, options?: SpaceCallOptions) => AsyncIterableIterator<TaskLink>
}

/**
 * The outcome of each file of a batch of addresses; an address is readable as `href`.
 *
 * @since 1.0.7
 * @category models
 */
export interface BatchDownloadLinks extends Omit<BatchDownload, "successItems"> {
  readonly successItems: ReadonlyArray<DownloadInfo & { readonly href: string }>
}

/**
 * Files and folders, as promises and async iterables; a thumbnail's address is readable as `href`.
 *
 * @since 1.0.7
 * @category models
 */
export interface FilesFace extends Omit<Face.Face<Files.Service>, "thumbnail"> {
  /** Replaces the content of a file. Aborting the signal cancels the upload, and the file keeps its old content. */
  readonly saveContent: Face.Face<FileContents.Service>["save"]
  /** The address of a picture's thumbnail; `undefined` if there is none. */
  readonly thumbnail: (
    fileId: string,
    options: SpaceCallOptions & { readonly width: number; readonly height?: number | undefined }
  ) => Promise<ThumbnailLink | undefined>
}

/**
 * Events of the drive, for plain functions.
 *
 * @since 1.0.7
 * @category models
 */
export interface EventsFace {
  /** Calls back for each event of this kind. Returns the function that unsubscribes. */
  readonly on: <Tag extends DriveEvent["_tag"]>(
    tag: Tag,
    listener: (event: Extract<DriveEvent, { readonly _tag: Tag }>) => void
  ) => () => void
}
