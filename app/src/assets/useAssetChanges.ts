import { isDriveError } from "effect-drive/promise"
import type { AssetRow } from "effect-drive/react"
import {
  useAssetPermission,
  useCreateAssetFolder,
  useDrive,
  usePinAssetFolder,
  useRecycleAssets,
  useRemoveAssetFolders,
  useRenameAssetFolder,
  useStarAsset,
  useUpdateAsset
} from "effect-drive/react"
import { FolderInput, FolderPlus, Pin, Star, Trash2 } from "lucide-react"
import { lastUndo } from "../files/useFolderChanges.js"
import { useLanguage } from "../language/Language.js"
import type { ToastInput } from "../parts/Toasts.js"
import { useToasts } from "../parts/Toasts.js"
import { problemOf } from "../shell/problemOf.js"
import type { AssetFolderRow } from "./assetItem.js"
import { permissionText } from "./permission.js"

/** `undefined` is no folder at all. */
export type FolderGoal = Pick<AssetFolderRow, "folderId" | "name"> | undefined

export interface AssetChanges {
  /** Give a sentence where the name was refused, so that the field stays open with it. */
  readonly renameAsset: (asset: AssetRow, name: string) => Promise<string | undefined>
  readonly renameFolder: (folder: AssetFolderRow, name: string) => Promise<string | undefined>
  readonly createFolder: (name: string) => Promise<string | undefined>
  readonly move: (assets: ReadonlyArray<AssetRow>, to: FolderGoal) => void
  readonly star: (assets: ReadonlyArray<AssetRow>, starred: boolean) => void
  readonly pin: (folders: ReadonlyArray<AssetFolderRow>, pinned: boolean) => void
  readonly setPermission: (assets: ReadonlyArray<AssetRow>, rawAction: string) => void
  readonly recycle: (assets: ReadonlyArray<AssetRow>) => void
  readonly removeFolders: (folders: ReadonlyArray<AssetFolderRow>) => void
  /** Says why something else did not begin. */
  readonly refused: (cause: unknown, retry: () => void) => void
}

type Undo = () => Promise<unknown>

/** Changes of assets and their folders: rows change at once, and what the service refuses is put back and says why. */
export const useAssetChanges = (spaceId: string): AssetChanges => {
  const drive = useDrive()
  const toasts = useToasts()
  const { t } = useLanguage()
  const inSpace = { spaceId }
  const updating = useUpdateAsset(inSpace)
  const starring = useStarAsset(inSpace)
  const permitting = useAssetPermission(inSpace)
  const recycling = useRecycleAssets(inSpace)
  const creating = useCreateAssetFolder(inSpace)
  const renaming = useRenameAssetFolder(inSpace)
  const removing = useRemoveAssetFolders(inSpace)
  const pinning = usePinAssetFolder(inSpace)

  const refuse = (count: number, retry: () => void) => (cause: unknown) => {
    if (!isDriveError(cause)) throw cause
    toasts.show({
      message: t.assets.notDone(count),
      detail: problemOf(cause, t).text,
      tone: "bad",
      action: { label: t.parts.retry, run: retry }
    })
  }
  const sentenceOf = (cause: unknown): string => {
    if (!isDriveError(cause)) throw cause
    return problemOf(cause, t).text
  }
  const tell = (toast: ToastInput, undo: Undo | undefined) => {
    if (undo === undefined) return void toasts.show(toast)
    const run = () => {
      lastUndo.current = undefined
      undo().then(() => toasts.show({ message: t.files.done.undone }), (cause: unknown) => {
        toasts.show({ message: t.files.notDone.undo, detail: sentenceOf(cause), tone: "bad" })
      })
    }
    lastUndo.current = run
    toasts.show({ ...toast, action: { label: t.parts.undo, run } })
  }
  const undone = (results: ReadonlyArray<{ readonly undo?: Undo | undefined }>): Undo => () =>
    Promise.all(results.map(({ undo }) => undo?.()))

  const move: AssetChanges["move"] = (assets, to) => {
    const wanted = assets.filter(({ folderId }) => folderId !== to?.folderId)
    if (wanted.length === 0) return
    const all = (folderOf: (asset: AssetRow) => string | null) =>
      Promise.all(wanted.map((asset) => updating.mutateAsync({ assetId: asset.assetId, folderId: folderOf(asset) })))
    all(() => to?.folderId ?? null).then(
      () =>
        tell({
          message: to === undefined ? t.assets.takenOut(wanted.length) : t.assets.moved(wanted.length, to.name),
          icon: FolderInput
        }, () => all(({ folderId }) => folderId ?? null)),
      refuse(wanted.length, () => move(wanted, to))
    )
  }
  const star: AssetChanges["star"] = (assets, starred) => {
    Promise.all(assets.map(({ assetId }) => starring.mutateAsync({ assetId, starred }))).then(
      (results) =>
        tell({
          message: starred ? t.assets.starGiven(assets.length) : t.assets.starTaken(assets.length),
          icon: Star
        }, undone(results)),
      refuse(assets.length, () => star(assets, starred))
    )
  }
  const pin: AssetChanges["pin"] = (folders, pinned) => {
    Promise.all(folders.map(({ folderId }) => pinning.mutateAsync({ folderId, pinned }))).then(
      (results) =>
        tell({
          message: pinned ? t.assets.pinGiven(folders.length) : t.assets.pinTaken(folders.length),
          icon: Pin
        }, undone(results)),
      refuse(folders.length, () => pin(folders, pinned))
    )
  }
  const setPermission: AssetChanges["setPermission"] = (assets, rawAction) => {
    Promise.all(assets.map(({ assetId }) => permitting.mutateAsync({ assetId, rawAction }))).then(() => {
      const message = t.assets.permissionSet(assets.length, permissionText(rawAction, t) ?? rawAction)
      // where nothing was set before there is no word to go back to
      const isKnown = assets.every((asset) => asset.rawAction !== undefined)
      tell(
        { message },
        !isKnown ? undefined : () =>
          Promise.all(
            assets.map(({ assetId, rawAction: before = "" }) => permitting.mutateAsync({ assetId, rawAction: before }))
          )
      )
    }, refuse(assets.length, () => setPermission(assets, rawAction)))
  }
  const recycle: AssetChanges["recycle"] = (assets) => {
    const fileIds = assets.flatMap(({ file, fileId = file?.fileId }) => fileId === undefined ? [] : [fileId])
    recycling.mutateAsync({ assetIds: assets.map(({ assetId }) => assetId) }).then(
      () =>
        tell(
          {
            message: fileIds.length === 0 ? t.assets.deleted(assets.length) : t.assets.recycled(assets.length),
            icon: Trash2
          },
          fileIds.length === 0 ? undefined : () => drive.recycleBin.restore(fileIds, inSpace)
        ),
      refuse(assets.length, () => recycle(assets))
    )
  }
  const removeFolders: AssetChanges["removeFolders"] = (folders) => {
    removing.mutateAsync({ folderIds: folders.map(({ folderId }) => folderId) }).then(
      () => tell({ message: t.assets.foldersDeleted(folders.length), icon: Trash2 }, undefined),
      refuse(folders.length, () => removeFolders(folders))
    )
  }
  return {
    move,
    star,
    pin,
    setPermission,
    recycle,
    removeFolders,
    refused: (cause, retry) => refuse(1, retry)(cause),
    renameAsset: ({ assetId }, name) => updating.mutateAsync({ assetId, name }).then(() => undefined, sentenceOf),
    renameFolder: ({ folderId }, name) => renaming.mutateAsync({ folderId, name }).then(() => undefined, sentenceOf),
    createFolder: (name) =>
      creating.mutateAsync({ name }).then(({ undo }) => {
        tell({ message: t.files.done.created(name), icon: FolderPlus }, undo)
        return undefined
      }, sentenceOf)
  }
}
