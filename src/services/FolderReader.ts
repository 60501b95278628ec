/**
 * Where the entries of a folder on this machine come from.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import { UnsupportedOperation } from "../domain/errors/InputErrors.js"
import type { FolderEntry } from "../domain/FolderEntry.js"
import { layerOf } from "./inOrder.js"

/**
 * `followLinks`: whether to follow symbolic links that lead out of the folder. Default `false`.
 *
 * @since 1.0.7
 * @category models
 */
export interface ReadFolderOptions {
  readonly followLinks?: boolean | undefined
}

export declare namespace FolderReader {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Each folder comes before its contents. The directory itself is not an entry. */
    readonly read: (
      path: string,
      options?: ReadFolderOptions
    ) => Stream.Stream<FolderEntry<{ readonly path: string }>, InvalidInput | UnsupportedOperation>
  }
}

/**
 * Port: reads the entries of a folder on this machine.
 *
 * @since 1.0.7
 * @category tags
 */
export class FolderReader extends Context.Tag("effect-drive/FolderReader")<FolderReader, FolderReader.Service>() {
  /**
   * Where there is no file system.
   *
   * @since 1.0.7
   */
  static readonly layerUnsupported: Layer.Layer<FolderReader> = layerOf(
    FolderReader,
    Effect.succeed({
      read: () =>
        Stream.fail(
          new UnsupportedOperation({
            operation: "FolderUploads.start",
            message: "no folder is read by its path here: give `entries`"
          })
        )
    })
  )
}
