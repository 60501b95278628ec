/**
 * Downloads: bytes out of a space, as files, streams or addresses.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Stream from "effect/Stream"
import type { BatchError } from "../domain/BatchResult.js"
import type { DownloadFailure, DownloadResult, DownloadSnapshot } from "../domain/DownloadSnapshot.js"
import type { FileNotFound } from "../domain/errors/FileErrors.js"
import type { PlatformNotSupported } from "../domain/errors/InputErrors.js"
import type { IntegrityError } from "../domain/errors/StorageErrors.js"
import type { DownloadCancelled } from "../domain/errors/TransferErrors.js"
import type { DownloadId, FileId } from "../domain/Ids.js"
import type { SaveTarget } from "./FileSink.js"
import type { StoreError } from "./PartStore.js"
import type { InSpace } from "./Spaces.js"
import type { DownloadInfo, FileFailure } from "./StorageProvider.js"
import type { ByteRange } from "./Transport.js"

/**
 * A signed address. `url` mirrors `downloadUrl` (spec point 7); both are secrets. `expiresAt` in epoch milliseconds.
 *
 * @since 1.0.7
 * @category models
 */
export interface DownloadAddress {
  readonly downloadUrl: Redacted.Redacted<string>
  readonly url: Redacted.Redacted<string>
  readonly expiresAt: number | undefined
}

/**
 * How reading a file can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type DownloadError = FileFailure | IntegrityError | PlatformNotSupported | StoreError

/**
 * What to save and where: a file, several files, or an archive of several. `range` saves only a part of the file.
 *
 * @since 1.0.7
 * @category models
 */
export interface DownloadRequest {
  readonly fileId?: string | undefined
  /** Files to save into the folder `target`, each id once. The result of each is in `files` of the result. */
  readonly fileIds?: ReadonlyArray<string> | undefined
  /**
   * Files and folders to pack into an archive first. `expireSec`: how long the archive is kept; default: the service's
   * own.
   */
  readonly archive?: ArchiveRequest | undefined
  readonly target: SaveTarget
  readonly range?: ByteRange | undefined
}

/**
 * @since 1.0.7
 * @category models
 */
export interface ArchiveRequest {
  readonly fileIds: ReadonlyArray<string>
  readonly name: string
  readonly expireSec?: number | undefined
}

/**
 * A started download.
 *
 * @since 1.0.7
 * @category models
 */
export interface Download {
  readonly id: DownloadId
  /** The download's present state; its last one after it was removed from the list. */
  readonly snapshot: () => DownloadSnapshot
  /**
   * Waits for the end; stays pending while the download is stopped, fails with `DownloadCancelled` on cancel and when another
   * user signs in.
   */
  readonly await: Effect.Effect<DownloadResult, DownloadFailure>
  /** Snapshots, the current one first. */
  readonly changes: Stream.Stream<DownloadSnapshot>
}

/**
 * Bytes received so far and in all, of one download.
 *
 * @since 1.0.7
 * @category models
 */
export interface DownloadProgress {
  readonly received: number
  readonly size: number
}

/**
 * The file of an archive that is being made; `Tasks.wait(asyncTaskId)` gives its address. On pds it is not a file of
 * the space.
 *
 * @since 1.0.7
 * @category models
 */
export interface StartedArchive {
  readonly asyncTaskId: string
  readonly taskId: string
  readonly fileId: FileId | undefined
}

/**
 * The addresses of a batch, and the files that do not exist.
 *
 * @since 1.0.7
 * @category models
 */
export interface BatchDownload {
  readonly successItems: ReadonlyArray<DownloadInfo>
  readonly errorItems: ReadonlyArray<BatchError<FileNotFound>>
}

export declare namespace Downloads {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /**
     * With `expiresIn` (at most one week) the address is signed here; else it is the service's own. On pds the service signs it
     * for that time too, of at most 32 hours. A longer time is `InvalidInput`.
     */
    readonly url: (
      fileId: string,
      options?: InSpace & { readonly expiresIn?: Duration.DurationInput | undefined }
    ) => Effect.Effect<DownloadAddress, DownloadError>
    /** The bytes of a file or of a range of it, for programs that read them themselves. */
    readonly stream: (
      request: { readonly fileId: string; readonly range?: ByteRange | undefined },
      options?: InSpace
    ) => Stream.Stream<Uint8Array, DownloadError>
    /** The same bytes as one `Blob`, with the content type that the storage reports. All of it is in memory. */
    readonly blob: (
      request: { readonly fileId: string; readonly range?: ByteRange | undefined },
      options?: InSpace
    ) => Effect.Effect<Blob, DownloadError>
    /** Addresses of many files, each id once. An empty list is `InvalidInput`; pds has no such call: `UnsupportedOperation`. */
    readonly batch: (fileIds: ReadonlyArray<string>, options?: InSpace) => Effect.Effect<BatchDownload, DownloadError>
    /** Starts an archive of these files and folders. `expireSec`: how long it is kept; default: the service's own. */
    readonly archive: (
      wanted: ArchiveRequest,
      options?: InSpace
    ) => Effect.Effect<StartedArchive, DownloadError>
    /**
     * Puts the download into the queue and returns at once. An invalid request shows in its snapshot and `await`. In
     * pages, call it synchronously in the click handler: a save dialogue opens only during a user's action.
     */
    readonly start: (request: DownloadRequest, options?: InSpace) => Effect.Effect<Download>
    /**
     * Starts the download, waits for its end and removes it from the list. Interruption cancels it. After a failure,
     * what has arrived is kept for the next save to the same target.
     */
    readonly save: (
      request: DownloadRequest & { readonly onProgress?: ((progress: DownloadProgress) => void) | undefined },
      options?: InSpace
    ) => Effect.Effect<DownloadResult, DownloadFailure>
    /** The ids of all downloads; the same array until it changes. */
    readonly list: () => ReadonlyArray<DownloadId>
    /** The download of this id; `undefined` when it is not on the list. */
    readonly get: (id: string) => Download | undefined
    /** The download's present state; `undefined` if it is not in the list. */
    readonly snapshot: (id: string) => DownloadSnapshot | undefined
    /**
     * Calls back when the snapshot of `id`, or without an id the list, has changed. Returns the function that
     * unsubscribes.
     */
    readonly subscribe: (listener: () => void, id?: string) => () => void
    /** Closes the connections and keeps what has arrived. */
    readonly stop: (id: string) => Effect.Effect<void>
    /** Resumes, also after an error; a cancelled download fails with `DownloadCancelled`. */
    readonly resume: (id: string) => Effect.Effect<void, DownloadCancelled>
    /** Cancels the download permanently: closes its connections and removes what has arrived. */
    readonly cancel: (id: string) => Effect.Effect<void>
    /** Removes an ended download from the list. */
    readonly remove: (id: string) => Effect.Effect<void>
    /** Stops all that have not ended; `resumeAll` resumes those that are stopped. */
    readonly stopAll: () => Effect.Effect<void>
    /** Resumes all that are stopped. */
    readonly resumeAll: () => Effect.Effect<void>
    /** Cancels all that have not ended. */
    readonly cancelAll: () => Effect.Effect<void>
  }
}

/**
 * Starts, watches, stops and resumes downloads; gives addresses and bytes of files. The downloads belong to this
 * service, not to the code that started them.
 *
 * @since 1.0.7
 * @category tags
 */
export class Downloads extends Context.Tag("effect-drive/Downloads")<Downloads, Downloads.Service>() {}
