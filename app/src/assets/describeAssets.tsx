import { Thumbnail } from "../files/Thumbnail.js"
import type { Condition, Describe } from "../parts/grid/GridModel.js"
import type { AssetItem } from "./assetItem.js"
import { fileOf, idOf, kindOf, nameOf } from "./assetItem.js"
import { permissionText } from "./permission.js"
import { isReady, statusText } from "./status.js"
import type { AssetFace } from "./useAssetLanguage.js"

/** How lists draw and name assets and their folders. */
export const describeAssets = (
  { format, t }: AssetFace,
  conditions: ReadonlyMap<string, Condition>
): Describe<AssetItem> => ({
  id: idOf,
  name: nameOf,
  kind: kindOf,
  spoken: (item) => {
    const asset = item._tag === "Asset" ? item.asset : undefined
    const { size, updatedAt } = asset?.file ?? {}
    return t.assets.rowName([
      nameOf(item),
      t.parts.fileKind(kindOf(item)),
      size === undefined ? undefined : format.bytes(size),
      asset === undefined ? undefined : permissionText(asset.rawAction, t),
      asset === undefined || isReady(asset) ? undefined : statusText(asset, t),
      updatedAt === undefined ? undefined : format.moment(updatedAt),
      asset?.starred === true ? t.assets.hasStar : undefined,
      item._tag === "Folder" && item.folder.pinned ? t.assets.isPinned : undefined
    ])
  },
  caption: (item) => {
    if (item._tag === "Folder") return ""
    const { size, updatedAt } = item.asset.file ?? {}
    if (size === undefined) return t.assets.noFile
    return updatedAt === undefined ? format.bytes(size) : `${format.bytes(size)} · ${format.day(updatedAt)}`
  },
  picture: (item, isWhole) => {
    const file = item._tag === "Asset" && kindOf(item).group === "image" ? fileOf(item.asset) : undefined
    return file === undefined ? undefined : <Thumbnail file={file} isWhole={isWhole} />
  },
  isStarred: (item) => item._tag === "Asset" && item.asset.starred === true,
  isPinned: (item) => item._tag === "Folder" && item.folder.pinned,
  condition: (item) => {
    const { pending } = item._tag === "Folder" ? item.folder : item.asset
    // a star or a pin is there at once, and nobody waits for it
    return pending === undefined || pending === "starred" || pending === "pinned"
      ? conditions.get(idOf(item))
      : { _tag: "Pending", text: pending === "created" ? t.files.pending.creating : t.files.pending.saving }
  }
})
