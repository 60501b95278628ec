import type { AssetRow } from "effect-drive/react"
import type { ReactElement } from "react"
import { Badge } from "../parts/Badge.js"
import type { Column } from "../parts/grid/Column.js"
import type { AssetItem } from "./assetItem.js"
import { kindOf } from "./assetItem.js"
import { permissionIcons, permissionOf, permissionText } from "./permission.js"
import { statusText } from "./status.js"
import type { AssetFace } from "./useAssetLanguage.js"
import { useAssetLanguage } from "./useAssetLanguage.js"

/** A permission: always an icon and a word where the word is known, never a colour alone. */
const PermissionBadge = ({ asset }: { readonly asset: AssetRow }): ReactElement | null => {
  const { t } = useAssetLanguage()
  const known = permissionOf(asset.rawAction)
  const text = permissionText(asset.rawAction, t)
  if (text === undefined) return null
  return (
    <Badge
      icon={known === undefined ? undefined : permissionIcons[known]}
      tone={known === "full" ? "accent" : "neutral"}
    >
      {text}
    </Badge>
  )
}

/** Folders have a name and a pin, and nothing else that anybody tells: a dash in each of their cells would only be noise. */
const ofFolder = ""

/** The columns of a list of assets behind the name. */
export const assetColumns = ({ format, t }: AssetFace): ReadonlyArray<Column<AssetItem>> => [
  {
    id: "permission",
    label: t.assets.permission,
    wide: "minmax(132px, .9fr)",
    narrow: "132px",
    from: 680,
    cell: (item) =>
      item._tag === "Folder"
        ? ofFolder
        : permissionText(item.asset.rawAction, t) === undefined
        ? undefined
        : <PermissionBadge asset={item.asset} />
  },
  {
    id: "status",
    label: t.assets.columns.status,
    wide: "minmax(96px, .7fr)",
    narrow: "96px",
    from: 1080,
    sortable: false,
    cell: (item) => item._tag === "Folder" ? ofFolder : statusText(item.asset, t)
  },
  {
    id: "modified",
    label: t.files.columns.modified,
    wide: "minmax(148px, 1fr)",
    narrow: "148px",
    from: 860,
    inSecondLine: true,
    tellsCondition: true,
    cell: (item, { isNarrow }) => {
      if (item._tag === "Folder") return isNarrow ? undefined : ofFolder
      const time = item.asset.file?.updatedAt
      return time === undefined ? undefined : isNarrow ? format.day(time) : format.moment(time)
    }
  },
  {
    id: "size",
    label: t.files.columns.size,
    align: "end",
    wide: "minmax(84px, .6fr)",
    narrow: "84px",
    from: 560,
    inSecondLine: true,
    cell: (item, { isNarrow }) =>
      item._tag === "Folder"
        ? isNarrow ? t.parts.fileKind(kindOf(item)) : ofFolder
        : item.asset.file === undefined
        ? t.assets.noFile
        : format.bytes(item.asset.file.size)
  }
]
