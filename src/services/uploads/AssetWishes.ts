/**
 * What becomes of the asset of a file that was uploaded.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AssetWish } from "../../domain/Asset.js"
import type { SpaceId } from "../../domain/Ids.js"
import type { UploadError, UploadResult } from "../../domain/UploadSnapshot.js"

export declare namespace AssetWishes {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Gives the stored file the asset that was asked for, with its folder and permission. */
    readonly fulfil: (
      spaceId: SpaceId,
      wish: AssetWish,
      result: UploadResult
    ) => Effect.Effect<UploadResult, UploadError>
  }
}

/**
 * @since 1.0.7
 * @category tags
 */
export class AssetWishes extends Context.Tag("effect-drive/AssetWishes")<AssetWishes, AssetWishes.Service>() {}
