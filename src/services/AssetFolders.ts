/**
 * Folders of assets.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AssetFolder } from "../domain/AssetFolder.js"
import type { Page } from "../domain/DriveFile.js"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import type { ApiFailure } from "./DriveApi.js"
import type { InSpace } from "./Spaces.js"

/**
 * How a call about folders of assets can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type AssetFolderError = ApiFailure | InvalidInput

export declare namespace AssetFolders {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Default page 1, page size 20. */
    readonly list: (
      query?: { readonly page?: number | undefined; readonly pageSize?: number | undefined },
      options?: InSpace
    ) => Effect.Effect<Page<AssetFolder>, AssetFolderError>
    /** Creates a folder of assets and returns its id. */
    readonly create: (
      folder: { readonly name: string },
      options?: InSpace
    ) => Effect.Effect<{ readonly folderId: string }, AssetFolderError>
    /** Renames the folder. */
    readonly rename: (
      wanted: { readonly folderId: string; readonly name: string },
      options?: InSpace
    ) => Effect.Effect<void, AssetFolderError>
    /** Removes the folders, not the assets in them. Each id once; an empty list is `InvalidInput`. */
    readonly remove: (folderIds: ReadonlyArray<string>, options?: InSpace) => Effect.Effect<void, AssetFolderError>
    /** Pins a folder, or with `pinned: false` unpins it. */
    readonly pin: (
      wanted: { readonly folderId: string; readonly pinned?: boolean | undefined },
      options?: InSpace
    ) => Effect.Effect<void, AssetFolderError>
  }
}

/**
 * Folders of assets: list, create, rename, remove, pin.
 *
 * @since 1.0.7
 * @category tags
 */
export class AssetFolders extends Context.Tag("effect-drive/AssetFolders")<AssetFolders, AssetFolders.Service>() {}
