"use client"
/**
 * Changes of assets, their folders and shares, and of a space's storage, each as a hook.
 *
 * @since 1.0.7
 */
import type { Hook } from "./useChange.js"
import { useChange } from "./useChange.js"

/**
 * Creates an asset without bytes, or for an existing file. For a new file use `drive.assets.create`, which uploads it.
 * An asset without bytes can be undone.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useCreateAsset: Hook<"createAsset"> = (options) => useChange("createAsset", options)

/**
 * Changes an asset's name, folder or status. Can be undone.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useUpdateAsset: Hook<"updateAsset"> = (options) => useChange("updateAsset", options)

/**
 * Puts assets and their files into the recycle bin: `{ assetIds }`.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useRecycleAssets: Hook<"recycleAssets"> = (options) => useChange("recycleAssets", options)

/**
 * Stars an asset, or with `starred: false` removes the star. Can be undone if it is known whether it had one.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useStarAsset: Hook<"starAsset"> = (options) => useChange("starAsset", options)

/**
 * Sets an asset's permission: `{ assetId, rawAction }`, in the service's own terms. Can be undone if it had one.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useAssetPermission: Hook<"assetPermission"> = (options) => useChange("assetPermission", options)

/**
 * Makes a folder of assets: `{ name }`. Gives its `folderId`. Can be undone.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useCreateAssetFolder: Hook<"createAssetFolder"> = (options) => useChange("createAssetFolder", options)

/**
 * Renames a folder of assets: `{ folderId, name }`. Can be undone.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useRenameAssetFolder: Hook<"renameAssetFolder"> = (options) => useChange("renameAssetFolder", options)

/**
 * Removes folders of assets, not the assets in them: `{ folderIds }`.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useRemoveAssetFolders: Hook<"removeAssetFolders"> = (options) => useChange("removeAssetFolders", options)

/**
 * Pins a folder of assets, or with `pinned: false` unpins it. Can be undone if it is known whether it was pinned.
 *
 * @since 1.0.7
 * @category hooks
 */
export const usePinAssetFolder: Hook<"pinAssetFolder"> = (options) => useChange("pinAssetFolder", options)

/**
 * Opens an asset's share and gives its link. Cannot be undone, as it may have been open before: `useCancelShare` closes it.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useOpenShare: Hook<"openShare"> = (options) => useChange("openShare", options)

/**
 * Replaces all settings of an open share: what is left out is removed.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useSetShare: Hook<"setShare"> = (options) => useChange("setShare", options)

/**
 * Changes the settings of an open share that are given, and leaves the rest.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useUpdateShare: Hook<"updateShare"> = (options) => useChange("updateShare", options)

/**
 * Closes an asset's share: `{ assetId }`. Its link stops working.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useCancelShare: Hook<"cancelShare"> = (options) => useChange("cancelShare", options)

/**
 * Starts moving the space's data to another storage: `{ business }`.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useStartMigration: Hook<"startMigration"> = (options) => useChange("startMigration", options)
