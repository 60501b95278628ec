import type { FileRow } from "effect-drive/react"
import { useDrive } from "effect-drive/react"
import {
  FilePenLine,
  FolderInput,
  FolderOpen,
  Info,
  Pencil,
  Pin,
  PinOff,
  ShieldCheck,
  Star,
  Trash2
} from "lucide-react"
import { createElement } from "react"
import type { BoundAction } from "../files/bindActions.js"
import { bindActions } from "../files/bindActions.js"
import { useOpenDialog } from "../parts/Dialogs.js"
import { loadedLater } from "../parts/loadedLater.js"
import type { FileContext } from "../shell/Feature.js"
import { useFeatures } from "../shell/Feature.js"
import { useSpace } from "../shell/Spaces.js"
import type { AssetItem } from "./assetItem.js"
import { fileOf, parted } from "./assetItem.js"
import { chooseVersion } from "./uploadAssets.js"
import type { AssetChanges } from "./useAssetChanges.js"
import { useAssetLanguage } from "./useAssetLanguage.js"

const MoveAssetsDialog = loadedLater(async () => (await import("./MoveAssetsDialog.js")).MoveAssetsDialog)
const PermissionDialog = loadedLater(async () => (await import("./PermissionDialog.js")).PermissionDialog)
const ConfirmDialog = loadedLater(async () => (await import("../parts/ConfirmDialog.js")).ConfirmDialog)

/** Features whose actions are about files where they lie. The library has its own. */
const ofFolders: ReadonlySet<string> = new Set(["files", "assets"])

/** What the actions ask of the list. */
export interface AssetCommands {
  readonly open: (item: AssetItem) => void
  readonly rename: (item: AssetItem) => void
  readonly details: (item: AssetItem) => void
  readonly leave: (items: ReadonlyArray<AssetItem>) => void
  readonly reload: () => void
}

const itemOf = (items: ReadonlyArray<AssetItem>, file: FileRow): AssetItem | undefined =>
  items.find((item) => item._tag === "Asset" && item.asset.assetId === file.assetId)

/** All that can be done with these assets, or with these folders; nothing with both at once. */
export const useAssetActions = (
  changes: AssetChanges,
  commands: AssetCommands
): (items: ReadonlyArray<AssetItem>) => ReadonlyArray<BoundAction> => {
  const { t } = useAssetLanguage()
  const drive = useDrive()
  const space = useSpace()
  const features = useFeatures()
  const openDialog = useOpenDialog()
  const { spaceId } = space
  const fileActions = features.filter(({ id }) => !ofFolders.has(id)).flatMap((feature) => feature.fileActions ?? [])

  /** Assets as the actions of other features take them: by their files. */
  const contextOf = (items: ReadonlyArray<AssetItem>, files: ReadonlyArray<FileRow>): FileContext => {
    const assetsOf = (wanted: ReadonlyArray<FileRow>) =>
      parted(wanted.flatMap((file) => itemOf(items, file) ?? [])).assets
    const withItem = (file: FileRow, run: (item: AssetItem) => void) => {
      const item = itemOf(items, file)
      if (item !== undefined) run(item)
    }
    const perform = (begin: () => Promise<unknown>): void => {
      begin().catch((cause: unknown) => changes.refused(cause, () => perform(begin)))
    }
    const copy = (wanted: ReadonlyArray<FileRow>, toParentFileId: string) =>
      perform(() => drive.files.copy({ fileIds: wanted.map(({ fileId }) => fileId), toParentFileId }, { spaceId }))
    return {
      drive,
      space,
      folder: files[0]?.parentFileId ?? "root",
      files,
      t,
      openDialog,
      list: {
        open: (file) => withItem(file, commands.open),
        rename: (fileId) => {
          const file = files.find((one) => one.fileId === fileId)
          if (file !== undefined) withItem(file, commands.rename)
        },
        recycle: (wanted) => changes.recycle(assetsOf(wanted)),
        star: (wanted, starred) => changes.star(assetsOf(wanted), starred),
        copyHere: (wanted) => wanted.forEach((file) => copy([file], file.parentFileId ?? "root")),
        copy: (wanted, to) => copy(wanted, to.fileId),
        move: (wanted, { fileId: toParentFileId }) =>
          perform(() => drive.files.move({ fileIds: wanted.map(({ fileId }) => fileId), toParentFileId }, { spaceId })),
        details: (file) => withItem(file, commands.details),
        reload: commands.reload
      }
    }
  }

  return (items) => {
    const { assets, folders } = parted(items)
    const [only] = items.length === 1 ? items : []
    if (items.length === 0 || (assets.length > 0 && folders.length > 0)) return []
    const rename: ReadonlyArray<BoundAction> = only === undefined ? [] : [{
      id: "rename",
      group: "organise",
      icon: Pencil,
      label: t.files.actions.rename,
      shortcut: "F2",
      run: () => commands.rename(only)
    }]
    if (folders.length > 0) {
      const isPinned = folders.every(({ pinned }) => pinned)
      return [
        ...only === undefined ? [] : [{
          id: "open",
          group: "open" as const,
          icon: FolderOpen,
          label: t.files.actions.open,
          shortcut: "Enter",
          run: () => commands.open(only)
        }],
        {
          id: "pin",
          group: "organise",
          icon: isPinned ? PinOff : Pin,
          label: isPinned ? t.assets.unpin : t.assets.pin,
          shortcut: "Shift+P",
          inBar: "button",
          isQuick: true,
          run: () => changes.pin(folders, !isPinned)
        },
        ...rename,
        {
          id: "remove",
          group: "remove",
          icon: Trash2,
          label: t.assets.deleteFolder,
          shortcut: "Delete",
          inBar: "icon",
          isDangerous: true,
          // the assets stay, but nobody knows afterwards which ones lay together
          run: () =>
            openDialog((onClose) =>
              createElement(ConfirmDialog, {
                title: t.assets.deleteFolderTitle(folders[0]?.name ?? "", folders.length),
                about: t.assets.deleteFolderText(folders.length),
                action: t.assets.deleteFolderAction(folders.length),
                onClose,
                onConfirm: () => {
                  commands.leave(items)
                  changes.removeFolders(folders)
                }
              })
            )
        }
      ]
    }
    const files = assets.flatMap((asset) => fileOf(asset) ?? [])
    const ofFiles = files.length === assets.length ? bindActions(fileActions, contextOf(items, files)) : []
    const isStarred = assets.every(({ starred }) => starred === true)
    const [first] = assets
    const recycle = () => {
      commands.leave(items)
      changes.recycle(assets)
    }
    const fileless = assets.length - files.length
    return [
      ...ofFiles,
      ...rename,
      {
        id: "move",
        group: "organise",
        icon: FolderInput,
        label: t.assets.moveMore,
        shortLabel: t.files.actions.move,
        shortcut: "Shift+M",
        inBar: "button",
        isQuick: true,
        run: () =>
          openDialog((onClose) =>
            createElement(MoveAssetsDialog, {
              count: assets.length,
              here: first?.folderId,
              spaceId,
              onClose,
              onMove: (to) => changes.move(assets, to),
              create: changes.makeFolder
            })
          )
      },
      {
        id: "star",
        group: "organise",
        icon: Star,
        label: isStarred ? t.files.actions.unstar : t.files.actions.star,
        shortcut: "S",
        inBar: "icon",
        isQuick: true,
        run: () => changes.star(assets, !isStarred)
      },
      {
        id: "permission",
        group: "share",
        icon: ShieldCheck,
        label: t.assets.permissionMore,
        shortcut: "Shift+A",
        inBar: "icon",
        run: () =>
          openDialog((onClose) =>
            createElement(PermissionDialog, {
              assets,
              onClose,
              onChoose: (word) => changes.setPermission(assets, word)
            })
          )
      },
      ...only === undefined || first === undefined ? [] : [
        {
          id: "version",
          group: "organise" as const,
          icon: FilePenLine,
          label: t.assets.newVersion,
          run: () => chooseVersion(drive, spaceId, first, changes.refused)
        },
        {
          id: "details",
          group: "organise" as const,
          icon: Info,
          label: t.files.actions.details,
          shortcut: "I",
          run: () => commands.details(only)
        }
      ],
      {
        id: "recycle",
        group: "remove",
        icon: Trash2,
        label: t.files.actions.recycle,
        shortcut: "Delete",
        inBar: "icon",
        isDangerous: true,
        // what has no file does not go to the bin
        run: () =>
          fileless === 0 ? recycle() : openDialog((onClose) =>
            createElement(ConfirmDialog, {
              title: t.assets.recycleTitle(fileless),
              about: t.assets.recycleText,
              action: t.assets.recycleAction,
              onClose,
              onConfirm: recycle
            })
          )
      }
    ]
  }
}
