/**
 * Files and folders of a space.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type * as Stream from "effect/Stream"
import type { BatchResult } from "../domain/BatchResult.js"
import type { CheckNameMode } from "../domain/CheckNameMode.js"
import type { DriveFile, Page, UserTag } from "../domain/DriveFile.js"
import type { PlatformNotSupported } from "../domain/errors/InputErrors.js"
import type { StorageError } from "../domain/errors/StorageErrors.js"
import type { FileId } from "../domain/Ids.js"
import type { FileActions } from "./files/FileActions.js"
import { makeFiles } from "./files/makeFiles.js"
import { layerOf } from "./inOrder.js"
import type { AsyncOptions } from "./RecycleBin.js"
import type { InSpace, Spaces } from "./Spaces.js"
import type { CreateFailure, FileFailure, ListFiles, RelocateFailure, RemoveFailure } from "./StorageProvider.js"
import type { StorageProviders } from "./StorageProviders.js"

/**
 * How reading files and folders can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type FilesError = FileFailure | PlatformNotSupported | StorageError

/**
 * How creating, naming and placing files can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type FilesChangeError = CreateFailure | PlatformNotSupported | StorageError

/**
 * How copying and moving can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type FilesRelocateError = FilesChangeError | RelocateFailure

/**
 * How removing can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type FilesRemoveError = FilesError | RemoveFailure

/**
 * Files and the folder they go to; `toParentFileId` may be `root`.
 *
 * @since 1.0.7
 * @category models
 */
export interface Relocation {
  readonly fileIds: ReadonlyArray<string>
  readonly toParentFileId: string
  /** What happens if a name is taken there. Default: the service's own rule. */
  readonly checkNameMode?: CheckNameMode | undefined
}

/**
 * What to change about a file. Further fields are sent to the service unchanged, by its own names.
 *
 * @since 1.0.7
 * @category models
 */
export interface UpdateInfo {
  readonly fileId: string
  readonly userTags?: ReadonlyArray<UserTag> | undefined
  readonly hidden?: boolean | undefined
  readonly name?: string | undefined
  readonly [field: string]: unknown
}

/**
 * One folder of a breadcrumb. The root's name is `root`.
 *
 * @since 1.0.7
 * @category models
 */
export interface Crumb {
  readonly fileId: FileId
  readonly name: string
  readonly path: string
}

/**
 * A picture's address, a secret. `expiresAt` in epoch milliseconds, if the address contains it.
 *
 * @since 1.0.7
 * @category models
 */
export interface Thumbnail {
  readonly url: Redacted.Redacted<string>
  readonly expiresAt: number | undefined
}

export declare namespace Files {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** One page; default parent root, page 1, page size 20. */
    readonly list: (query?: ListFiles, options?: InSpace) => Effect.Effect<Page<DriveFile>, FilesError>
    /**
     * All pages as a stream that fetches ahead by one page. Collect the ids before you remove or move what it gives: pages are
     * numbered on s3 and oss, and the rest shifts.
     */
    readonly listAll: (query?: ListFiles, options?: InSpace) => Stream.Stream<DriveFile, FilesError>
    /** One file or folder. `imageThumbnailProcess` requests a thumbnail's address, in the storage's own syntax. */
    readonly info: (
      fileId: string,
      options?: InSpace & { readonly imageThumbnailProcess?: string | undefined }
    ) => Effect.Effect<DriveFile, FilesError>
    /** The id behind a path such as `a/b/c`; the empty path is the root. */
    readonly resolve: (path: string, options?: InSpace) => Effect.Effect<FileId, FilesError>
    /**
     * Creates a folder and returns its id. Default mode refuse: if the folder exists, its id is returned; if a file has
     * the name, it fails with `NameConflict`. A folder named `root` below the root is the root itself (spec point 5); in another
     * folder it is created.
     */
    readonly createFolder: (
      folder: {
        readonly name: string
        readonly parentFileId?: string | undefined
        readonly checkNameMode?: CheckNameMode | undefined
      },
      options?: InSpace
    ) => Effect.Effect<FileId, FilesChangeError>
    /**
     * The id of the folder at this path. Missing folders are created, each only once for concurrent callers. Where a file has the
     * name of one of them, it fails with `NameConflict`.
     */
    readonly ensureFolder: (path: string, options?: InSpace) => Effect.Effect<FileId, FilesChangeError>
    /** Renames a file or folder. Default mode ignore: two may have the same name (spec point 9). */
    readonly rename: (
      wanted: { readonly fileId: string; readonly name: string; readonly checkNameMode?: CheckNameMode | undefined },
      options?: InSpace
    ) => Effect.Effect<void, FilesChangeError>
    /** Changes the given fields, at least one. The tags replace those of the file. */
    readonly updateInfo: (wanted: UpdateInfo, options?: InSpace) => Effect.Effect<void, FilesError>
    /**
     * Each id once; each file succeeds or fails on its own. An empty list is `InvalidInput`. On pds it waits until the
     * service's tasks have ended; with `isAsync` it returns the tasks.
     */
    readonly copy: (
      wanted: Relocation,
      options?: InSpace & AsyncOptions
    ) => Effect.Effect<BatchResult<FilesRelocateError>, FilesRelocateError>
    /** Like `copy`. The service refuses to move a folder into itself. */
    readonly move: (
      wanted: Relocation,
      options?: InSpace & AsyncOptions
    ) => Effect.Effect<BatchResult<FilesRelocateError>, FilesRelocateError>
    /** Deletes permanently, without the recycle bin; folders with their contents. `isAsync` as for `copy`. */
    readonly remove: (
      fileIds: ReadonlyArray<string>,
      options?: InSpace & AsyncOptions
    ) => Effect.Effect<BatchResult<FilesRemoveError>, FilesRemoveError>
    /** Stars a file, or with `starred: false` removes the star. Only on pds; elsewhere use `Assets.star`. */
    readonly star: (
      wanted: { readonly fileId: string; readonly starred: boolean },
      options?: InSpace
    ) => Effect.Effect<void, FilesError>
    /** All folders down to the path or id, and its own entry, the root first. Ids of paths may be up to 30 s old. */
    readonly breadcrumb: (
      to: string | { readonly fileId: string },
      options?: InSpace
    ) => Effect.Effect<ReadonlyArray<Crumb>, FilesError>
    /** The address of a thumbnail of at most this width in pixels; `undefined` if the service has none of this file. */
    readonly thumbnail: (
      fileId: string,
      options: InSpace & { readonly width: number; readonly height?: number | undefined }
    ) => Effect.Effect<Thumbnail | undefined, FilesError>
  }
}

/**
 * Files and folders of a space: list, look up, create folders, rename, copy, move, remove, star.
 *
 * @since 1.0.7
 * @category tags
 */
export class Files extends Context.Tag("effect-drive/Files")<Files, Files.Service>() {
  /**
   * @since 1.0.7
   */
  static readonly layer: Layer.Layer<Files, never, FileActions | Spaces | StorageProviders> = layerOf(
    Files,
    makeFiles
  )
}
