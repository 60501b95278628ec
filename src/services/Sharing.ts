/**
 * Sharing of assets: one link per asset, opened, changed and cancelled (spec points 6 and 7).
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Share, ShareSettings } from "../domain/Share.js"
import type { AssetError } from "./Assets.js"
import type { InSpace } from "./Spaces.js"

export declare namespace Sharing {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /**
     * Opens the asset's share and returns its link. A share that is already open keeps its link, and the given settings
     * are changed.
     */
    readonly open: (
      assetId: string,
      settings?: ShareSettings,
      options?: InSpace
    ) => Effect.Effect<Share, AssetError>
    /** Replaces all settings of an open share: what is left out is removed. */
    readonly set: (assetId: string, settings: ShareSettings, options?: InSpace) => Effect.Effect<void, AssetError>
    /** Changes the given settings, at least one, and keeps the rest. */
    readonly update: (assetId: string, changes: ShareSettings, options?: InSpace) => Effect.Effect<void, AssetError>
    /** Closes the share: its link stops working. */
    readonly cancel: (assetId: string, options?: InSpace) => Effect.Effect<void, AssetError>
  }
}

/**
 * Links to assets for anybody: open, change, close.
 *
 * @since 1.0.7
 * @category tags
 */
export class Sharing extends Context.Tag("effect-drive/Sharing")<Sharing, Sharing.Service>() {}
