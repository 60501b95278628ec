/**
 * Changes of assets, their folders and shares, and of a space's storage: how each is made, shown at once, and undone.
 *
 * @since 1.0.7
 */
import type { QueryClient } from "@tanstack/react-query"
import type { DurationInput } from "effect/Duration"
import type { Asset } from "../../domain/Asset.js"
import type { ShareSettings } from "../../domain/Share.js"
import type { ShareLink } from "../../promise/AssetsFace.js"
import type { DriveClient } from "../../promise/DriveClient.js"
import type { CreateAsset, UpdateAsset } from "../../services/Assets.js"
import type { QueryKeys } from "../queryKeys.js"
import type { Change } from "./Change.js"
import type { RowChange } from "./PendingChanges.js"
import { fieldsOf, patched, withNew, without, withRows } from "./rows.js"

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

/** Lists of those with a star, and of other folders, do not hold the new one. */
const takes = (query: unknown, folderId: string | undefined): boolean => {
  const { folderId: wanted, starred } = query as { folderId?: unknown; starred?: unknown }
  return starred !== true && (wanted === undefined || wanted === folderId)
}

const createAsset: Change<CreateAsset, { readonly asset: Asset }> = {
  run: (drive, asset, call) => drive.assets.create(asset, call).then((made) => ({ asset: made })),
  rows: ({ fileId, folderId, name = "", rawAction }, done, look) => ([, , , kind, query], data) =>
    kind === "assets" && takes(query, folderId)
      ? withNew(data, "assetId", [{
        name: fileId === undefined ? name : look(fileId)?.["name"] ?? name,
        ...given({ fileId, folderId, rawAction }),
        ...(done === undefined ? { assetId: `new ${name}`, pending: "created" } : { assetId: done.asset.assetId })
      }])
      : data,
  // the file of one that was there before is not the asset's to put into the bin
  undo: (drive, { fileId }, { asset }, _look, call) =>
    fileId === undefined ? () => drive.assets.recycle([asset.assetId], call) : undefined
}

const updateAsset: Change<UpdateAsset, Nothing> = {
  run: (drive, asset, call) => nothing(drive.assets.update(asset, call)),
  rows: ({ assetId, folderId, name, status }, done) =>
    patchAsset(assetId, {
      ...given({ name, status, folderId: folderId ?? undefined }),
      ...(done === undefined ? { pending: "updated" } : {})
    }),
  undo: (drive, { assetId, ...wanted }, _done, look, call) => {
    const row = look(assetId)
    // one that lies in no folder is taken out again
    const before = fieldsOf(row && { folderId: null, ...row }, Object.keys(given(wanted)))
    return before === undefined ? undefined : () => drive.assets.update({ ...before, assetId }, call)
  }
}

const recycleAssets: Change<{ readonly assetIds: ReadonlyArray<string> }, Nothing> = {
  run: (drive, { assetIds }, call) => nothing(drive.assets.recycle(assetIds, call)),
  rows: ({ assetIds }) => {
    const edit = without(new Set(assetIds), "assetId")
    return ([, , , kind], data) => kind === "assets" || kind === "files" ? withRows(data, edit) : data
  }
}

const starAsset: Change<Parameters<DriveClient["assets"]["star"]>[0], Nothing> = {
  run: (drive, wanted, call) => nothing(drive.assets.star(wanted, call)),
  rows: ({ assetId, starred = true }, done) =>
    patchAsset(assetId, done === undefined ? { starred, pending: "starred" } : { starred }),
  undo: (drive, { assetId }, _done, look, call) => {
    const starred = look(assetId)?.["starred"]
    return typeof starred === "boolean" ? () => drive.assets.star({ assetId, starred }, call) : undefined
  }
}

const assetPermission: Change<Parameters<DriveClient["assets"]["setPermission"]>[0], Nothing> = {
  run: (drive, wanted, call) => nothing(drive.assets.setPermission(wanted, call)),
  rows: ({ assetId, rawAction }, done) =>
    patchAsset(assetId, done === undefined ? { rawAction, pending: "updated" } : { rawAction }),
  undo: (drive, { assetId }, _done, look, call) => {
    const rawAction = look(assetId)?.["rawAction"]
    return typeof rawAction === "string" || typeof rawAction === "number"
      ? () => drive.assets.setPermission({ assetId, rawAction }, call)
      : undefined
  }
}

const createAssetFolder: Change<{ readonly name: string }, { readonly folderId: string }> = {
  run: (drive, folder, call) => drive.assetFolders.create(folder, call),
  rows: ({ name }, done) => ([, , , kind], data) =>
    kind === "assetFolders"
      ? withNew(data, "folderId", [{
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
  run: (drive, wanted, call) => nothing(drive.assetFolders.rename(wanted, call)),
  rows: ({ folderId, name }, done) =>
    patchFolder(folderId, done === undefined ? { name, pending: "renamed" } : { name }),
  undo: (drive, { folderId }, _done, look, call) => {
    const name = look(folderId)?.["name"]
    return typeof name === "string" ? () => drive.assetFolders.rename({ folderId, name }, call) : undefined
  }
}

const removeAssetFolders: Change<{ readonly folderIds: ReadonlyArray<string> }, Nothing> = {
  run: (drive, { folderIds }, call) => nothing(drive.assetFolders.remove(folderIds, call)),
  rows: ({ folderIds }) => {
    const edit = without(new Set(folderIds), "folderId")
    return ([, , , kind], data) => kind === "assetFolders" ? withRows(data, edit) : data
  }
}

const pinAssetFolder: Change<Parameters<DriveClient["assetFolders"]["pin"]>[0], Nothing> = {
  run: (drive, wanted, call) => nothing(drive.assetFolders.pin(wanted, call)),
  rows: ({ folderId, pinned = true }, done) =>
    patchFolder(folderId, done === undefined ? { pinned, pending: "pinned" } : { pinned }),
  undo: (drive, { folderId }, _done, look, call) => {
    const pinned = look(folderId)?.["pinned"]
    return typeof pinned === "boolean" ? () => drive.assetFolders.pin({ folderId, pinned }, call) : undefined
  }
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

/** Without an undo: the service tells nobody whether the link was open already, and then others may have it. */
const openShare: Change<ShareChange, { readonly share: ShareLink }> = {
  run: (drive, { assetId, settings }, call) => drive.sharing.open(assetId, settings, call).then((share) => ({ share })),
  settle: (client, keys, { assetId }, { share }) => void client.setQueryData(keys.share(assetId), share)
}

type ToMillis = (duration: DurationInput) => number

/** A copy whose address stays readable and out of logs, as the link's own is. */
const withSettings = (share: ShareLink, settings: ShareSettings, toMillis: ToMillis): ShareLink => {
  const { code, expiresIn, permission } = settings
  const after: Partial<ShareLink> = {
    ...(code === undefined ? {} : { hasCode: code !== null }),
    ...(expiresIn === undefined
      ? {}
      : { expiresAt: expiresIn === null ? undefined : Date.now() + toMillis(expiresIn) }),
    ...(permission === undefined ? {} : { permission: permission ?? undefined })
  }
  return Object.defineProperties({ ...share, ...after }, {
    href: Object.getOwnPropertyDescriptor(share, "href") ?? {}
  })
}

/** The service answers a change of settings with nothing, so what is known of the link is changed as it was asked for. */
const settleShare = (
  client: QueryClient,
  keys: QueryKeys,
  assetId: string,
  settings: ShareSettings,
  toMillis: ToMillis
): void =>
  void client.setQueryData<ShareLink | null>(
    keys.share(assetId),
    (share) => share === undefined || share === null ? share : withSettings(share, settings, toMillis)
  )

const setShare: Change<ShareChange & { readonly settings: ShareSettings }, Nothing> = {
  run: (drive, { assetId, settings }, call) => nothing(drive.sharing.set(assetId, settings, call)),
  settle: (
    client,
    keys,
    { assetId, settings: { code = null, expiresIn = null, permission = null } },
    _done,
    toMillis
  ) => settleShare(client, keys, assetId, { code, expiresIn, permission }, toMillis)
}

const updateShare: Change<ShareChange & { readonly settings: ShareSettings }, Nothing> = {
  run: (drive, { assetId, settings }, call) => nothing(drive.sharing.update(assetId, settings, call)),
  settle: (client, keys, { assetId, settings }, _done, toMillis) =>
    settleShare(client, keys, assetId, settings, toMillis)
}

const cancelShare: Change<{ readonly assetId: string }, Nothing> = {
  run: (drive, { assetId }, call) => nothing(drive.sharing.cancel(assetId, call)),
  settle: (client, keys, { assetId }) => void client.setQueryData(keys.share(assetId), null)
}

const startMigration: Change<{ readonly business: string }, Nothing> = {
  run: (drive, wanted, call) => nothing(drive.migration.start(wanted, call))
}

/**
 * @since 1.0.7
 * @category changes
 */
export const libraryChanges = {
  createAsset,
  updateAsset,
  recycleAssets,
  starAsset,
  assetPermission,
  createAssetFolder,
  renameAssetFolder,
  removeAssetFolders,
  pinAssetFolder,
  openShare,
  setShare,
  updateShare,
  cancelShare,
  startMigration
}
