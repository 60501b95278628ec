import type { AssetRow, FileRow } from "effect-drive/react"
import type { FileKind } from "../parts/fileKind.js"
import { fileKind } from "../parts/fileKind.js"

/** A folder of assets. `pending` names the change that waits for the service. */
export interface AssetFolderRow {
  readonly folderId: string
  readonly name: string
  readonly pinned: boolean
  readonly pending?: string | undefined
}

/** What a list of assets holds. */
export type AssetItem =
  | { readonly _tag: "Folder"; readonly folder: AssetFolderRow }
  | { readonly _tag: "Asset"; readonly asset: AssetRow }

const folderPrefix = "folder:"

export const idOf = (item: AssetItem): string =>
  item._tag === "Folder" ? `${folderPrefix}${item.folder.folderId}` : item.asset.assetId

/** A folder lies in no other: where these are dragged to, they are taken only with assets among them. */
export const holdsAssets = (ids: ReadonlyArray<string>): boolean => ids.some((id) => !id.startsWith(folderPrefix))

export const nameOf = (item: AssetItem): string =>
  item._tag === "Folder" ? item.folder.name : item.asset.name ?? item.asset.assetId

export const kindOf = (item: AssetItem): FileKind => fileKind(nameOf(item), item._tag === "Folder")

/** The file behind an asset, as lists of files have it; one that has no bytes yet has none. */
export const fileOf = ({ assetId, file, starred }: AssetRow): FileRow | undefined =>
  file === undefined
    ? undefined
    : { ...file, assetId: file.assetId ?? assetId, ...(starred === undefined ? {} : { starred }) }

/** The assets among what is selected, and the folders. */
export const parted = (
  items: ReadonlyArray<AssetItem>
): { readonly assets: ReadonlyArray<AssetRow>; readonly folders: ReadonlyArray<AssetFolderRow> } => ({
  assets: items.flatMap((item) => item._tag === "Asset" ? [item.asset] : []),
  folders: items.flatMap((item) => item._tag === "Folder" ? [item.folder] : [])
})
