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
import { FolderInput, FolderPlus, Pencil, Pin, Star, Trash2 } from "lucide-react"
import type { Refusal } from "../files/useFolderChanges.js"
import type { ToastInput } from "../parts/Toasts.js"
import { useToasts } from "../parts/Toasts.js"
import type { TakeBack } from "../shell/lastUndo.js"
import { lastUndo } from "../shell/lastUndo.js"
import { problemOf } from "../shell/problemOf.js"
import type { Undo } from "../shell/useUndo.js"
import { undoOfAll, useUndo } from "../shell/useUndo.js"
import type { AssetFolderRow, AssetItem } from "./assetItem.js"
import { permissionText } from "./permission.js"
import { useAssetLanguage } from "./useAssetLanguage.js"

/** `undefined` is no folder at all. */
export type FolderGoal = Pick<AssetFolderRow, "folderId" | "name"> | undefined

export interface AssetChanges {
  /** Give a sentence where the name was refused, so that the field stays open with it. */
  readonly rename: (item: AssetItem, name: string) => Promise<Refusal | undefined>
  readonly createFolder: (name: string) => Promise<Refusal | undefined>
  /** Gives its id, and fails where it is refused. */
  readonly makeFolder: (name: string) => Promise<string>
  readonly move: (assets: ReadonlyArray<AssetRow>, to: FolderGoal) => void
  readonly star: (assets: ReadonlyArray<AssetRow>, starred: boolean) => void
  readonly pin: (folders: ReadonlyArray<AssetFolderRow>, pinned: boolean) => void
  readonly setPermission: (assets: ReadonlyArray<AssetRow>, rawAction: string) => void
  readonly recycle: (assets: ReadonlyArray<AssetRow>) => void
  readonly removeFolders: (folders: ReadonlyArray<AssetFolderRow>) => void
  /** Says why something else did not begin. */
  readonly refused: (cause: unknown, retry: () => void) => void
}

interface ChangeOfSeveral<Item, Done> {
  readonly items: ReadonlyArray<Item>
  readonly run: (item: Item) => Promise<Done>
  readonly told: (count: number) => ToastInput
  /** Of so many that were not changed. */
  readonly refused: (count: number) => string
  readonly undo: (done: ReadonlyArray<{ readonly item: Item; readonly result: Done }>) => Undo | undefined
  readonly again: (items: ReadonlyArray<Item>) => void
}

/** Changes of assets and their folders: rows change at once, and what the service refuses is put back and says why. */
export const useAssetChanges = (spaceId: string): AssetChanges => {
  const drive = useDrive()
  const toasts = useToasts()
  const { t } = useAssetLanguage()
  const takeBackOf = useUndo()
  const inSpace = { spaceId }
  const updating = useUpdateAsset(inSpace)
  const starring = useStarAsset(inSpace)
  const permitting = useAssetPermission(inSpace)
  const recycling = useRecycleAssets(inSpace)
  const creating = useCreateAssetFolder(inSpace)
  const renaming = useRenameAssetFolder(inSpace)
  const removing = useRemoveAssetFolders(inSpace)
  const pinning = usePinAssetFolder(inSpace)

  const refuse = (message: string, retry: () => void) => (cause: unknown): undefined => {
    if (!isDriveError(cause)) throw cause
    toasts.show({
      message,
      detail: problemOf(cause, t).text,
      tone: "bad",
      action: { label: t.parts.retry, run: retry }
    })
  }
  const refusalOf = (cause: unknown): Refusal => {
    if (!isDriveError(cause)) throw cause
    return { text: problemOf(cause, t).text, cause }
  }
  const tell = (toast: ToastInput, undo: Undo | undefined): TakeBack | undefined => {
    const takeBack = takeBackOf(undo)
    toasts.show(takeBack === undefined ? toast : { ...toast, action: { label: t.parts.undo, run: takeBack } })
    return takeBack
  }
  /** Each by itself: what was done can be undone, and what was not can be tried again, without the rest. */
  const changeEach = async <Item, Done>(change: ChangeOfSeveral<Item, Done>) => {
    const ends = await Promise.allSettled(change.items.map(change.run))
    const done = change.items.flatMap((item, index) => {
      const end = ends[index]
      return end?.status === "fulfilled" ? [{ item, result: end.value }] : []
    })
    const failed = change.items.filter((_, index) => ends[index]?.status === "rejected")
    const cause: unknown = ends.find((end) => end.status === "rejected")?.reason
    const takeBack = done.length > 0 ? tell(change.told(done.length), change.undo(done)) : undefined
    if (failed.length > 0) refuse(change.refused(failed.length), () => change.again(failed))(cause)
    return takeBack
  }
  const several = <Item, Done>(change: ChangeOfSeveral<Item, Done>): void => lastUndo.remember(changeEach(change))
  const undoneOf = (done: ReadonlyArray<{ readonly result: { readonly undo?: Undo | undefined } }>) =>
    undoOfAll(done.map(({ result }) => result))

  const move: AssetChanges["move"] = (assets, to) => {
    const put = (assetId: string, folderId: string | null = null) => updating.mutateAsync({ assetId, folderId })
    several({
      items: assets.filter(({ folderId }) => folderId !== to?.folderId),
      run: ({ assetId }) => put(assetId, to?.folderId),
      told: (count) => ({
        message: to === undefined ? t.assets.takenOut(count) : t.assets.moved(count, to.name),
        icon: FolderInput
      }),
      undo: (done) => () => Promise.all(done.map(({ item: { assetId, folderId } }) => put(assetId, folderId))),
      refused: t.assets.notDone,
      again: (failed) => move(failed, to)
    })
  }
  const star: AssetChanges["star"] = (assets, starred) =>
    several({
      items: assets,
      run: ({ assetId }) => starring.mutateAsync({ assetId, starred }),
      told: (count) => ({ message: starred ? t.assets.starGiven(count) : t.assets.starTaken(count), icon: Star }),
      undo: undoneOf,
      refused: t.assets.notDone,
      again: (failed) => star(failed, starred)
    })
  const pin: AssetChanges["pin"] = (folders, pinned) =>
    several({
      items: folders,
      run: ({ folderId }) => pinning.mutateAsync({ folderId, pinned }),
      told: (count) => ({ message: pinned ? t.assets.pinGiven(count) : t.assets.pinTaken(count), icon: Pin }),
      undo: undoneOf,
      refused: t.assets.foldersNotDone,
      again: (failed) => pin(failed, pinned)
    })
  const setPermission: AssetChanges["setPermission"] = (assets, rawAction) =>
    several({
      items: assets,
      run: ({ assetId }) => permitting.mutateAsync({ assetId, rawAction }),
      told: (count) => ({ message: t.assets.permissionSet(count, permissionText(rawAction, t) ?? rawAction) }),
      undo: (done) => {
        const before = done.flatMap(({ item }) =>
          item.rawAction === undefined ? [] : [{ assetId: item.assetId, rawAction: item.rawAction }]
        )
        // where nothing was set before there is no word to go back to
        if (before.length < done.length) return undefined
        return () => Promise.all(before.map((one) => permitting.mutateAsync(one)))
      },
      refused: t.assets.notDone,
      again: (failed) => setPermission(failed, rawAction)
    })
  const recycle: AssetChanges["recycle"] = (assets) => {
    const fileIds = assets.flatMap(({ file, fileId = file?.fileId }) => fileId === undefined ? [] : [fileId])
    const change = recycling.mutateAsync({ assetIds: assets.map(({ assetId }) => assetId) }).then(
      () =>
        tell(
          {
            message: fileIds.length === 0 ? t.assets.deleted(assets.length) : t.assets.recycled(assets.length),
            icon: Trash2
          },
          fileIds.length === 0 ? undefined : () => drive.recycleBin.restore(fileIds, inSpace)
        ),
      refuse(t.assets.notDone(assets.length), () => recycle(assets))
    )
    lastUndo.remember(change)
  }
  const removeFolders: AssetChanges["removeFolders"] = (folders) => {
    removing.mutateAsync({ folderIds: folders.map(({ folderId }) => folderId) }).then(
      () => toasts.show({ message: t.assets.foldersDeleted(folders.length), icon: Trash2 }),
      refuse(t.assets.foldersNotDone(folders.length), () => removeFolders(folders))
    )
  }
  const makeFolder: AssetChanges["makeFolder"] = async (name) => {
    const { folderId, undo } = await creating.mutateAsync({ name })
    lastUndo.remember(Promise.resolve(tell({ message: t.files.done.created(name), icon: FolderPlus }, undo)))
    return folderId
  }
  return {
    move,
    star,
    pin,
    setPermission,
    recycle,
    removeFolders,
    refused: (cause, retry) => refuse(t.assets.notDone(1), retry)(cause),
    rename: (item, name) => {
      const change: Promise<{ readonly undo?: Undo | undefined }> = item._tag === "Asset"
        ? updating.mutateAsync({ assetId: item.asset.assetId, name })
        : renaming.mutateAsync({ folderId: item.folder.folderId, name })
      lastUndo.remember(
        change.then(
          ({ undo }) => tell({ message: t.files.done.renamed(name), icon: Pencil }, undo),
          () => undefined
        )
      )
      return change.then(() => undefined, refusalOf)
    },
    makeFolder,
    createFolder: (name) => makeFolder(name).then(() => undefined, refusalOf)
  }
}
