/**
 * Assets: the product's library of files. On every platform the calls go to the product API (spec points 3, 6 and 7).
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Asset, RawAction } from "../domain/Asset.js"
import type { CheckNameMode } from "../domain/CheckNameMode.js"
import type { DriveFile, Page } from "../domain/DriveFile.js"
import type { FileNotFound, PermissionDenied } from "../domain/errors/FileErrors.js"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import type { DownloadAddress } from "./Downloads.js"
import type { ApiFailure } from "./DriveApi.js"
import type { InSpace } from "./Spaces.js"
import type { Upload } from "./Uploads.js"
import type { SourceInput } from "./UploadSource.js"

/**
 * How a call about assets can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type AssetError = ApiFailure | FileNotFound | InvalidInput | PermissionDenied

/**
 * Which assets, from page 1 and 20 a page. `folderId` and `starred` narrow the list.
 *
 * @since 1.0.7
 * @category models
 */
export interface ListAssets {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  readonly folderId?: string | undefined
  readonly starred?: boolean | undefined
}

/**
 * An asset without bytes (`name`), or of an existing file (`fileId`); one of the two is needed.
 *
 * @since 1.0.7
 * @category models
 */
export interface CreateAsset {
  readonly name?: string | undefined
  readonly fileId?: string | undefined
  /** The asset folder that it is in. */
  readonly folderId?: string | undefined
  readonly rawAction?: RawAction | undefined
  readonly file?: undefined
}

/**
 * The bytes of an asset. `chunkSize` in bytes: with it, and above the size limit of the options (default 5,242,880),
 * they are sent in parts (spec point 5). A limit above that default has no effect, because all larger files are sent in
 * parts.
 *
 * @since 1.0.7
 * @category models
 */
export interface AssetContent {
  readonly file: SourceInput
  /** Default: for a new asset the source's own name, for an existing one its present name. */
  readonly name?: string | undefined
  readonly chunkSize?: number | undefined
  readonly checkNameMode?: CheckNameMode | undefined
  /** How many parts are sent at once. Default: 5 at first, then adapted to the throughput. */
  readonly parallel?: number | undefined
  /** Higher goes first; default 0. */
  readonly priority?: number | undefined
}

/**
 * A new asset from a new file. `parentFileId` (default root) and `path` say where the file goes, as for any upload.
 *
 * @since 1.0.7
 * @category models
 */
export interface CreateAssetFile extends AssetContent {
  readonly parentFileId?: string | undefined
  readonly path?: string | undefined
  readonly folderId?: string | undefined
  readonly rawAction?: RawAction | undefined
}

/**
 * What to change about an asset, at least one thing. `folderId: null` removes it from its folder.
 *
 * @since 1.0.7
 * @category models
 */
export interface UpdateAsset {
  readonly assetId: string
  readonly name?: string | undefined
  readonly folderId?: string | null | undefined
  readonly status?: number | undefined
  readonly file?: undefined
}

/**
 * New bytes for an asset, and what else to change about it.
 *
 * @since 1.0.7
 * @category models
 */
export interface UpdateAssetFile extends AssetContent {
  readonly assetId: string
  readonly folderId?: string | null | undefined
  readonly status?: number | undefined
}

export declare namespace Assets {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /**
     * Creates an asset. With a `file` this is an upload: it returns the handle at once, and the result has the
     * `assetId`.
     */
    readonly create: {
      (asset: CreateAssetFile, options?: InSpace): Effect.Effect<Upload, AssetError>
      (asset: CreateAsset, options?: InSpace): Effect.Effect<Asset, AssetError>
    }
    /**
     * Changes an asset. With a `file` its bytes are replaced by an upload, which starts after everything else is
     * changed. The old bytes stay until the upload has succeeded.
     */
    readonly update: {
      (asset: UpdateAssetFile, options?: InSpace): Effect.Effect<Upload, AssetError>
      (asset: UpdateAsset, options?: InSpace): Effect.Effect<void, AssetError>
    }
    /** Default page 1, page size 20. */
    readonly list: (query?: ListAssets, options?: InSpace) => Effect.Effect<Page<Asset>, AssetError>
    /** One asset. */
    readonly get: (assetId: string, options?: InSpace) => Effect.Effect<Asset, AssetError>
    /** The file behind the asset; `FileNotFound` if it has none yet. */
    readonly file: (assetId: string, options?: InSpace) => Effect.Effect<DriveFile, AssetError>
    /** A signed address of its bytes. */
    readonly downloadUrl: (assetId: string, options?: InSpace) => Effect.Effect<DownloadAddress, AssetError>
    /** Puts assets and their files into the recycle bin. Each id once; an empty list is `InvalidInput`. */
    readonly recycle: (assetIds: ReadonlyArray<string>, options?: InSpace) => Effect.Effect<void, AssetError>
    /** Stars an asset, or with `starred: false` removes the star. */
    readonly star: (
      wanted: { readonly assetId: string; readonly starred?: boolean | undefined },
      options?: InSpace
    ) => Effect.Effect<void, AssetError>
    /** Sets the asset's permission, in the service's own terms. */
    readonly setPermission: (
      wanted: { readonly assetId: string; readonly rawAction: RawAction },
      options?: InSpace
    ) => Effect.Effect<void, AssetError>
  }
}

/**
 * The product's library: create, change, list and star assets, get addresses of their bytes.
 *
 * @since 1.0.7
 * @category tags
 */
export class Assets extends Context.Tag("effect-drive/Assets")<Assets, Assets.Service>() {}
