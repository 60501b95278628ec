import type { LanguageFace } from "../language/Language.js"
import type { Column } from "../parts/grid/Column.js"
import type { AssetItem } from "./assetItem.js"
import { kindOf } from "./assetItem.js"
import { permissionText } from "./permission.js"
import { PermissionBadge } from "./PermissionBadge.js"
import { statusText } from "./status.js"

/** Folders have a name and a pin, and nothing else that anybody tells: a dash in each of their cells would only be noise. */
const ofFolder = ""

/** The columns of a list of assets behind the name. */
export const assetColumns = ({ format, t }: LanguageFace): ReadonlyArray<Column<AssetItem>> => [
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
