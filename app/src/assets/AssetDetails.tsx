import { useQuery } from "@tanstack/react-query"
import type { AssetRow } from "effect-drive/react"
import { driveQueries, useDrive } from "effect-drive/react"
import type { ReactElement } from "react"
import { DetailsFrame } from "../files/DetailsFrame.js"
import { nameOfHash } from "../files/nameOfHash.js"
import { NoDetails } from "../files/NoDetails.js"
import { useFilesLanguage } from "../files/useFilesLanguage.js"
import { fileKind } from "../parts/fileKind.js"
import { useSpace } from "../shell/Spaces.js"
import type { AssetItem } from "./assetItem.js"
import { parted } from "./assetItem.js"
import { permissionText } from "./permission.js"
import { statusText } from "./status.js"
import { useAssetLanguage } from "./useAssetLanguage.js"
import { useAssetFolders } from "./useLibrary.js"

export interface AssetDetailsProps {
  /** One has details; several have their number. */
  readonly items: ReadonlyArray<AssetItem>
  readonly onClose: () => void
}

export const AssetDetails = ({ items, onClose }: AssetDetailsProps): ReactElement => {
  const [only, ...others] = items
  if (only?._tag === "Asset" && others.length === 0) return <OneAsset asset={only.asset} onClose={onClose} />
  const { assets } = parted(items)
  return (
    <NoDetails
      count={items.length}
      onClose={onClose}
      size={assets.reduce((sum, { file }) => sum + (file?.size ?? 0), 0)}
    />
  )
}

/** What the drive knows of one asset and of the file behind it. */
const OneAsset = (
  { asset, onClose }: { readonly asset: AssetRow; readonly onClose: () => void }
): ReactElement => {
  const { format, t } = useAssetLanguage()
  const drive = useDrive()
  const { spaceId } = useSpace()
  const { data = asset } = useQuery(driveQueries(drive, { spaceId }).asset(asset.assetId))
  const folders = useAssetFolders().rows
  const name = data.name ?? data.assetId
  const kind = fileKind(name, false)
  const words = useFilesLanguage().t.files.facts
  const folder = folders.find(({ folderId }) => folderId === data.folderId)?.name
  return (
    <DetailsFrame
      facts={[
        [words.kind, t.parts.fileKind(kind)],
        [words.size, data.file === undefined ? t.assets.noFile : format.bytes(data.file.size)],
        [t.assets.permission, permissionText(data.rawAction, t) ?? t.assets.access.none],
        [t.assets.columns.status, statusText(data, t)],
        [t.assets.folder, folder ?? t.assets.noFolder],
        [words.added, data.file?.createdAt === undefined ? undefined : format.date(data.file.createdAt)],
        [words.modified, data.file?.updatedAt === undefined ? undefined : format.date(data.file.updatedAt)]
      ]}
      kind={kind}
      onClose={onClose}
      support={[
        [words.id, data.assetId],
        [t.assets.file, data.fileId],
        [nameOfHash(data.file?.contentHashName) ?? words.hash, data.file?.contentHash]
      ]}
      title={name}
    />
  )
}
