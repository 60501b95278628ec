/**
 * Assets and their sharing, as promises.
 *
 * @since 1.0.7
 */
import type * as Redacted from "effect/Redacted"
import type { Asset } from "../domain/Asset.js"
import type { Share, ShareSettings } from "../domain/Share.js"
import type { Assets, CreateAsset, CreateAssetFile, UpdateAsset, UpdateAssetFile } from "../services/Assets.js"
import type { Sharing } from "../services/Sharing.js"
import type { Uploads } from "../services/Uploads.js"
import type { DownloadLink } from "./DriveFaces.js"
import type { Face, SpaceCallOptions } from "./Face.js"
import * as Faces from "./Face.js"
import type { Runner } from "./Runner.js"
import type { UploadHandle } from "./UploadHandle.js"
import * as UploadHandles from "./UploadHandle.js"

/**
 * With a `file`, `create` and `update` resolve with the handle of its upload as soon as that has started; its `done`
 * waits for the end. Aborting the signal cancels the upload.
 *
 * @since 1.0.7
 * @category models
 */
export interface AssetsFace extends Omit<Face<Assets.Service>, "create" | "downloadUrl" | "update"> {
  /** Makes an asset. With a `file` this is an upload, whose handle comes back at once. */
  readonly create: {
    (asset: CreateAssetFile, options?: SpaceCallOptions): Promise<UploadHandle>
    (asset: CreateAsset, options?: SpaceCallOptions): Promise<Asset>
  }
  /** Changes an asset. With a `file` its bytes are replaced by an upload, whose handle comes back at once. */
  readonly update: {
    (asset: UpdateAssetFile, options?: SpaceCallOptions): Promise<UploadHandle>
    (asset: UpdateAsset, options?: SpaceCallOptions): Promise<void>
  }
  /** A signed address of its bytes, readable as `href`. */
  readonly downloadUrl: (assetId: string, options?: SpaceCallOptions) => Promise<DownloadLink>
}

/**
 * A share's link; `href` is the readable one, not enumerable like a download's.
 *
 * @since 1.0.7
 * @category models
 */
export interface ShareLink extends Share {
  readonly href: string
}

/**
 * Links to assets, as promises. `open` gives the link readable as `href`.
 *
 * @since 1.0.7
 * @category models
 */
export interface SharingFace extends Omit<Face<Sharing.Service>, "open"> {
  /** Opens the asset to anybody who has the link, which is readable as `href`. */
  readonly open: (assetId: string, settings?: ShareSettings, options?: SpaceCallOptions) => Promise<ShareLink>
}

/** Makes a secret address readable without showing it in logs. */
type WithHref = <A extends { readonly url: Redacted.Redacted<string> }>(address: A) => A & { readonly href: string }

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = <R>(
  runner: Runner<R>,
  services: { readonly assets: Assets.Service; readonly uploads: Uploads.Service },
  withHref: WithHref
): AssetsFace => {
  const { assets, uploads } = services
  const { create: _create, downloadUrl, update: _update, ...face } = Faces.make(runner, assets)
  const handles = UploadHandles.begun(runner, uploads)

  function create(asset: CreateAssetFile, options?: SpaceCallOptions): Promise<UploadHandle>
  function create(asset: CreateAsset, options?: SpaceCallOptions): Promise<Asset>
  function create(asset: CreateAsset | CreateAssetFile, options?: SpaceCallOptions) {
    return asset?.file === undefined
      ? runner.run(assets.create(asset, options), options)
      : handles(assets.create(asset, options), options?.signal)
  }

  function update(asset: UpdateAssetFile, options?: SpaceCallOptions): Promise<UploadHandle>
  function update(asset: UpdateAsset, options?: SpaceCallOptions): Promise<void>
  function update(
    asset: UpdateAsset | UpdateAssetFile,
    options?: SpaceCallOptions
  ): Promise<UploadHandle | void> {
    return asset?.file === undefined
      ? runner.run(assets.update(asset, options), options)
      : handles(assets.update(asset, options), options?.signal)
  }

  return { ...face, create, update, downloadUrl: (assetId, options) => downloadUrl(assetId, options).then(withHref) }
}

/**
 * @since 1.0.7
 * @category constructors
 */
export const makeSharing = <R>(runner: Runner<R>, sharing: Sharing.Service, withHref: WithHref): SharingFace => {
  const face = Faces.make(runner, sharing)
  return { ...face, open: (assetId, settings, options) => face.open(assetId, settings, options).then(withHref) }
}
