/**
 * New content for files that exist.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { CheckNameMode } from "../domain/CheckNameMode.js"
import type { UploadError, UploadResult } from "../domain/UploadSnapshot.js"
import type { InSpace } from "./Spaces.js"
import type { SourceInput } from "./UploadSource.js"

/**
 * Which file, and its new content: text, bytes, a `Blob`, `{ path }` (Node), or a stream of unknown length. `name` is
 * the file's new name; by default it keeps its name (spec point 5).
 *
 * @since 1.0.7
 * @category models
 */
export interface SaveContent {
  readonly fileId: string
  readonly source: SourceInput
  readonly name?: string | undefined
  readonly checkNameMode?: CheckNameMode | undefined
}

export declare namespace FileContents {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /**
     * Uploads the content and returns its result. Interrupting it cancels the upload, and the file keeps its old
     * content.
     */
    readonly save: (content: SaveContent, options?: InSpace) => Effect.Effect<UploadResult, UploadError>
  }
}

/**
 * Stores new content of files that exist.
 *
 * @since 1.0.7
 * @category tags
 */
export class FileContents extends Context.Tag("effect-drive/FileContents")<FileContents, FileContents.Service>() {}
