import { useDrive } from "effect-drive/react"
import { FolderPlus, Upload } from "lucide-react"
import type { ReactElement } from "react"
import { useMemo, useState } from "react"
import { AddButton } from "../files/AddButton.js"
import barStyles from "../files/Bar.module.css"
import { Button } from "../parts/Button.js"
import { Chip } from "../parts/Chip.js"
import { useOpenDialog } from "../parts/Dialogs.js"
import { EmptyState } from "../parts/EmptyState.js"
import { useAnnounce } from "../parts/LiveRegion.js"
import { loadedLater } from "../parts/loadedLater.js"
import { useShortcut } from "../parts/Shortcuts.js"
import { Toolbar } from "../parts/Toolbar.js"
import { useMedia } from "../parts/useMedia.js"
import type { PageProps } from "../shell/Feature.js"
import { useSpace } from "../shell/Spaces.js"
import { useRoute } from "../shell/useRoute.js"
import { AssetCrumbs } from "./AssetCrumbs.js"
import { AssetDrop } from "./AssetDrop.js"
import type { AssetItem } from "./assetItem.js"
import { AssetRoom } from "./AssetRoom.js"
import { canEdit } from "./permission.js"
import { Pins } from "./Pins.js"
import { chooseAssets, uploadAssets } from "./uploadAssets.js"
import { useAssetChanges } from "./useAssetChanges.js"
import { useAssetLanguage } from "./useAssetLanguage.js"
import { useAssetFolders, useAssets } from "./useLibrary.js"

const NewFolderDialog = loadedLater(async () => (await import("../files/NewFolderDialog.js")).NewFolderDialog)

const filters = {
  pinned: (item: AssetItem) => item._tag === "Folder" && item.folder.pinned,
  starred: (item: AssetItem) => item._tag === "Asset" && item.asset.starred === true,
  canEdit: (item: AssetItem) => item._tag === "Asset" && canEdit(item.asset)
}
type Filter = keyof typeof filters

/** The library of a space: its folders and the assets outside of them, or the assets of one folder. */
export const AssetsPage = ({ place }: PageProps): ReactElement => (
  <Library key={`${place.space}/${place.folder ?? ""}`} place={place} />
)

const Library = ({ place }: PageProps): ReactElement => {
  const { t } = useAssetLanguage()
  const drive = useDrive()
  const { spaceId } = useSpace()
  const announce = useAnnounce()
  const openDialog = useOpenDialog()
  const { go } = useRoute()
  const isNarrow = useMedia("(width < 640px)")
  const [filter, setFilter] = useState<Filter>()
  const changes = useAssetChanges(spaceId)
  const folders = useAssetFolders()
  const folderId = place.folder
  const assets = useAssets({ folderId })
  const isTop = folderId === undefined
  const folder = folders.rows.find((one) => one.folderId === folderId)
  const title = isTop ? t.assets.place : folder?.name ?? t.assets.folder

  const rows = useMemo((): ReadonlyArray<AssetItem> => [
    ...(isTop ? folders.rows : []).map((row): AssetItem => ({ _tag: "Folder", folder: row })),
    ...assets.rows.filter((asset) => asset.folderId === folderId).map((asset): AssetItem => ({ _tag: "Asset", asset }))
  ], [assets.rows, folderId, folders.rows, isTop])

  const newFolder = () => openDialog((close) => <NewFolderDialog create={changes.createFolder} onClose={close} />)
  const goal = { drive, spaceId, folderId }
  const upload = () => chooseAssets(goal, changes.refused, (count) => announce(t.assets.uploading(count)))
  useShortcut("upload", upload)
  useShortcut("new-folder", isTop ? newFolder : undefined)
  useShortcut("up", isTop ? undefined : () => go({ ...place, folder: undefined }))
  const assetsOf = (ids: ReadonlyArray<string>) => assets.rows.filter(({ assetId }) => ids.includes(assetId))

  const uploadButton = <Button icon={Upload} onPress={upload} variant="primary">{t.assets.upload}</Button>
  const entries = [
    { id: "upload", label: t.assets.uploadMore, icon: Upload, onAction: upload },
    ...(isTop ? [{ id: "new-folder", label: t.assets.newFolder, icon: FolderPlus, onAction: newFolder }] : [])
  ]
  if (!isTop && folder === undefined && !folders.isPending && folders.isWhole && folders.error === null) {
    return (
      <EmptyState
        action={
          <Button onPress={() => go({ ...place, folder: undefined })} variant="primary">{t.assets.toAssets}</Button>
        }
        picture="broken"
        title={t.assets.folderGone}
      />
    )
  }
  const chips: ReadonlyArray<Filter> = isTop ? ["pinned", "starred", "canEdit"] : ["starred", "canEdit"]
  return (
    <>
      <AssetRoom
        aboveList={isTop && filter === undefined
          ? (
            <Pins
              folders={folders.rows.filter(({ pinned }) => pinned)}
              onDrop={(ids, to) => changes.move(assetsOf(ids), to)}
              onUnpin={(one) => changes.pin([one], false)}
            />
          )
          : null}
        addEntries={[entries]}
        barEnd={
          <>
            {isTop ? <Button icon={FolderPlus} onPress={newFolder} variant="ghost">{t.assets.newFolder}</Button> : null}
            {uploadButton}
          </>
        }
        changes={changes}
        chip={filter}
        chips={
          <Toolbar className={barStyles.kinds} label={t.files.filters}>
            {chips.map((one) => (
              <Chip
                key={one}
                onChange={(pressed) => setFilter(pressed ? one : undefined)}
                pressed={filter === one}
              >
                {t.assets.filters[one]}
              </Chip>
            ))}
          </Toolbar>
        }
        clearFilters={() => setFilter(undefined)}
        crumbs={<AssetCrumbs onDrop={(ids) => changes.move(assetsOf(ids), undefined)} place={place} title={title} />}
        empty={
          <EmptyState
            action={isNarrow ? <AddButton entries={entries} isFirst /> : uploadButton}
            picture="folder"
            text={isTop ? t.assets.emptyText : t.assets.emptyFolderText}
            title={isTop ? t.assets.empty : t.assets.emptyFolder(title)}
          />
        }
        listing={{
          rows,
          isPending: assets.isPending || (isTop && folders.isPending),
          isWhole: assets.isWhole && folders.isWhole,
          error: assets.error ?? folders.error,
          trouble: assets.trouble ?? (isTop ? folders.trouble : undefined),
          loadedAt: assets.loadedAt,
          refetch: () => {
            assets.refetch()
            folders.refetch()
          }
        }}
        onOpenFolder={(id) => go({ ...place, folder: id })}
        passes={filter === undefined ? undefined : filters[filter]}
        title={title}
      />
      {isNarrow ? <AddButton entries={entries} /> : null}
      <AssetDrop folder={title} onDrop={(files) => uploadAssets(goal, files, changes.refused)} />
    </>
  )
}
