"use client"
/**
 * Changes of assets, their folders and shares, and of a space's storage, each as a hook.
 *
 * @since 1.0.7
 */
import type { QueryClient } from "@tanstack/react-query"
import * as Duration from "effect/Duration"
import type { Asset } from "../domain/Asset.js"
import type { ShareSettings } from "../domain/Share.js"
import type { ShareLink } from "../promise/AssetsFace.js"
import type { DriveClient } from "../promise/DriveClient.js"
import type { CreateAsset, UpdateAsset } from "../services/Assets.js"
import type { Change } from "./change.js"
import type { RowChange } from "./PendingChanges.js"
import type { queryKeys } from "./queryKeys.js"
import { patched, without, withRows } from "./rows.js"
import type { ChangeHook, ChangeOptions } from "./useChange.js"
import { useChange } from "./useChange.js"

type Nothing = Readonly<Record<never, never>>

const nothing = (ended: Promise<void>): Promise<Nothing> => ended.then(() => ({}))

const patchAsset = (assetId: string, patch: object): RowChange => {
  const edit = patched(new Set([assetId]), "assetId", patch)
  return ([, , , kind, about], data) => {
    if (kind === "asset" && about === assetId && typeof data === "object") return { ...data, ...patch }
    return kind === "assets" || kind === "files" ? withRows(data, edit) : data
  }
}

const given = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const createAsset: Change<CreateAsset, { readonly asset: Asset }> = {
  name: "createAsset",
  run: (drive, asset, call) => drive.assets.create(asset, call).then((made) => ({ asset: made }))
}

const updateAsset: Change<UpdateAsset, Nothing> = {
  name: "updateAsset",
  run: (drive, asset, call) => nothing(drive.assets.update(asset, call)),
  rows: ({ assetId, folderId, name, status }, done) =>
    patchAsset(assetId, {
      ...given({ name, status, folderId: folderId ?? undefined }),
      ...(done === undefined ? { pending: "updated" } : {})
    })
}

const recycleAssets: Change<{ readonly assetIds: ReadonlyArray<string> }, Nothing> = {
  name: "recycleAssets",
  run: (drive, { assetIds }, call) => nothing(drive.assets.recycle(assetIds, call)),
  rows: ({ assetIds }) => {
    const edit = without(new Set(assetIds), "assetId")
    return ([, , , kind], data) => kind === "assets" || kind === "files" ? withRows(data, edit) : data
  }
}

const starAsset: Change<Parameters<DriveClient["assets"]["star"]>[0], Nothing> = {
  name: "starAsset",
  run: (drive, wanted, call) => nothing(drive.assets.star(wanted, call)),
  rows: ({ assetId, starred = true }, done) =>
    patchAsset(assetId, done === undefined ? { starred, pending: "starred" } : { starred }),
  undo: (drive, { assetId, starred = true }, _done, _look, call) => () =>
    drive.assets.star({ assetId, starred: !starred }, call)
}

const setPermission: Change<Parameters<DriveClient["assets"]["setPermission"]>[0], Nothing> = {
  name: "assetPermission",
  run: (drive, wanted, call) => nothing(drive.assets.setPermission(wanted, call)),
  rows: ({ assetId, rawAction }, done) =>
    patchAsset(assetId, done === undefined ? { rawAction, pending: "updated" } : { rawAction })
}

const createAssetFolder: Change<{ readonly name: string }, { readonly folderId: string }> = {
  name: "createAssetFolder",
  run: (drive, folder, call) => drive.assetFolders.create(folder, call),
  rows: ({ name }, done) => ([, , , kind], data) =>
    kind === "assetFolders"
      ? withRows(data, (rows) => rows, [{
        folderId: done?.folderId ?? `new ${name}`,
        name,
        pinned: false,
        ...(done === undefined ? { pending: "created" } : {})
      }])
      : data,
  undo: (drive, _folder, { folderId }, _look, call) => () => drive.assetFolders.remove([folderId], call)
}

const patchFolder = (folderId: string, patch: object): RowChange => {
  const edit = patched(new Set([folderId]), "folderId", patch)
  return ([, , , kind], data) => kind === "assetFolders" ? withRows(data, edit) : data
}

const renameAssetFolder: Change<{ readonly folderId: string; readonly name: string }, Nothing> = {
  name: "renameAssetFolder",
  run: (drive, wanted, call) => nothing(drive.assetFolders.rename(wanted, call)),
  rows: ({ folderId, name }, done) =>
    patchFolder(folderId, done === undefined ? { name, pending: "renamed" } : { name })
}

const removeAssetFolders: Change<{ readonly folderIds: ReadonlyArray<string> }, Nothing> = {
  name: "removeAssetFolders",
  run: (drive, { folderIds }, call) => nothing(drive.assetFolders.remove(folderIds, call)),
  rows: ({ folderIds }) => {
    const edit = without(new Set(folderIds), "folderId")
    return ([, , , kind], data) => kind === "assetFolders" ? withRows(data, edit) : data
  }
}

const pinAssetFolder: Change<Parameters<DriveClient["assetFolders"]["pin"]>[0], Nothing> = {
  name: "pinAssetFolder",
  run: (drive, wanted, call) => nothing(drive.assetFolders.pin(wanted, call)),
  rows: ({ folderId, pinned = true }, done) =>
    patchFolder(folderId, done === undefined ? { pinned, pending: "pinned" } : { pinned }),
  undo: (drive, { folderId, pinned = true }, _done, _look, call) => () =>
    drive.assetFolders.pin({ folderId, pinned: !pinned }, call)
}

/**
 * A share of an asset, and what it is to be like.
 *
 * @since 1.0.7
 * @category models
 */
export interface ShareChange {
  readonly assetId: string
  readonly settings?: ShareSettings | undefined
}

const openShare: Change<ShareChange, { readonly share: ShareLink }> = {
  name: "openShare",
  run: (drive, { assetId, settings }, call) => drive.sharing.open(assetId, settings, call).then((share) => ({ share })),
  settle: (client, keys, { assetId }, { share }) => void client.setQueryData(keys.share(assetId), share),
  undo: (drive, { assetId }, _done, _look, call) => () => drive.sharing.cancel(assetId, call)
}

/** A copy whose address stays readable and out of logs, as the link's own is. */
const withSettings = (share: ShareLink, settings: ShareSettings): ShareLink => {
  const { code, expiresIn, permission } = settings
  const after: Partial<ShareLink> = {
    ...(code === undefined ? {} : { hasCode: code !== null }),
    ...(expiresIn === undefined
      ? {}
      : { expiresAt: expiresIn === null ? undefined : Date.now() + Duration.toMillis(expiresIn) }),
    ...(permission === undefined ? {} : { permission: permission ?? undefined })
  }
  return Object.defineProperties({ ...share, ...after }, {
    href: Object.getOwnPropertyDescriptor(share, "href") ?? {}
  })
}

/** The service answers a change of settings with nothing, so what is known of the link is changed as it was asked for. */
const settleShare = (
  client: QueryClient,
  keys: ReturnType<typeof queryKeys>,
  assetId: string,
  settings: ShareSettings
): void =>
  void client.setQueryData<ShareLink | null>(
    keys.share(assetId),
    (share) => share === undefined || share === null ? share : withSettings(share, settings)
  )

const setShare: Change<ShareChange & { readonly settings: ShareSettings }, Nothing> = {
  name: "setShare",
  run: (drive, { assetId, settings }, call) => nothing(drive.sharing.set(assetId, settings, call)),
  settle: (client, keys, { assetId, settings: { code = null, expiresIn = null, permission = null } }) =>
    settleShare(client, keys, assetId, { code, expiresIn, permission })
}

const updateShare: Change<ShareChange & { readonly settings: ShareSettings }, Nothing> = {
  name: "updateShare",
  run: (drive, { assetId, settings }, call) => nothing(drive.sharing.update(assetId, settings, call)),
  settle: (client, keys, { assetId, settings }) => settleShare(client, keys, assetId, settings)
}

const cancelShare: Change<{ readonly assetId: string }, Nothing> = {
  name: "cancelShare",
  run: (drive, { assetId }, call) => nothing(drive.sharing.cancel(assetId, call)),
  settle: (client, keys, { assetId }) => void client.setQueryData(keys.share(assetId), null)
}

const startMigration: Change<{ readonly business: string }, Nothing> = {
  name: "startMigration",
  run: (drive, wanted, call) => nothing(drive.migration.start(wanted, call))
}

type Hook<C> = C extends Change<infer Input, infer A> ? (options?: ChangeOptions) => ChangeHook<Input, A> : never

/**
 * Makes an asset without bytes of its own, or of a file that is there. With a new file it is an upload: `drive.assets.create`.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useCreateAsset: Hook<typeof createAsset> = (options) => useChange(createAsset, options)

/**
 * Changes an asset's name, folder or status.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useUpdateAsset: Hook<typeof updateAsset> = (options) => useChange(updateAsset, options)

/**
 * Puts assets and their files into the recycle bin: `{ assetIds }`.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useRecycleAssets: Hook<typeof recycleAssets> = (options) => useChange(recycleAssets, options)

/**
 * Stars an asset, or with `starred: false` takes the star away. Can be undone.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useStarAsset: Hook<typeof starAsset> = (options) => useChange(starAsset, options)

/**
 * Sets an asset's permission: `{ assetId, rawAction }`, in the service's own words.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useAssetPermission: Hook<typeof setPermission> = (options) => useChange(setPermission, options)

/**
 * Makes a folder of assets: `{ name }`. Gives its `folderId`. Can be undone.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useCreateAssetFolder: Hook<typeof createAssetFolder> = (options) => useChange(createAssetFolder, options)

/**
 * Renames a folder of assets: `{ folderId, name }`.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useRenameAssetFolder: Hook<typeof renameAssetFolder> = (options) => useChange(renameAssetFolder, options)

/**
 * Removes folders of assets, not the assets in them: `{ folderIds }`.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useRemoveAssetFolders: Hook<typeof removeAssetFolders> = (options) =>
  useChange(removeAssetFolders, options)

/**
 * Pins a folder of assets, or with `pinned: false` takes the pin away. Can be undone.
 *
 * @since 1.0.7
 * @category hooks
 */
export const usePinAssetFolder: Hook<typeof pinAssetFolder> = (options) => useChange(pinAssetFolder, options)

/**
 * Opens an asset's share and gives its link. Can be undone.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useOpenShare: Hook<typeof openShare> = (options) => useChange(openShare, options)

/**
 * Sets all of an open share's settings: what is left out is removed.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useSetShare: Hook<typeof setShare> = (options) => useChange(setShare, options)

/**
 * Changes the settings of an open share that are given, and leaves the rest.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useUpdateShare: Hook<typeof updateShare> = (options) => useChange(updateShare, options)

/**
 * Closes an asset's share: `{ assetId }`. Its link leads nowhere from then on.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useCancelShare: Hook<typeof cancelShare> = (options) => useChange(cancelShare, options)

/**
 * Starts moving the space's data to another storage: `{ business }`.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useStartMigration: Hook<typeof startMigration> = (options) => useChange(startMigration, options)
