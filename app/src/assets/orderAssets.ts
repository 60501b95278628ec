import type { Sort } from "../parts/grid/Column.js"
import type { AssetItem } from "./assetItem.js"
import { nameOf } from "./assetItem.js"

type Compare = (one: AssetItem, other: AssetItem) => number

const numberOf = (item: AssetItem, of: "size" | "updatedAt"): number =>
  item._tag === "Asset" ? item.asset.file?.[of] ?? -1 : -1

/** Folders first whatever the order; what is equal goes by its name. */
export const orderAssets = (
  { column, isAscending }: Sort,
  names: (one: string, other: string) => number,
  permissionText: (item: AssetItem) => string
): Compare => {
  const direction = isAscending ? 1 : -1
  const byName: Compare = (one, other) => names(nameOf(one), nameOf(other))
  const orders: Readonly<Record<string, Compare>> = {
    name: byName,
    permission: (one, other) => names(permissionText(one), permissionText(other)),
    modified: (one, other) => numberOf(one, "updatedAt") - numberOf(other, "updatedAt"),
    size: (one, other) => numberOf(one, "size") - numberOf(other, "size")
  }
  const order = orders[column] ?? byName
  return (one, other) =>
    one._tag === other._tag
      ? direction * order(one, other) || byName(one, other)
      : one._tag === "Folder"
      ? -1
      : 1
}
