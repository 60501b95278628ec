import type { FileRow } from "effect-drive/react"
import type { FileKind } from "../parts/fileKind.js"
import { fileKind } from "../parts/fileKind.js"
import type { Sort } from "../parts/grid/Column.js"

type Compare = (one: FileRow, other: FileRow) => number

/** Folders first whatever the order; what is equal goes by its name. */
export const orderBy = (
  { column, isAscending }: Sort,
  names: (one: string, other: string) => number,
  kindName: (kind: FileKind) => string
): Compare => {
  const direction = isAscending ? 1 : -1
  const byName: Compare = (one, other) => names(one.name, other.name)
  const kindOf = ({ name, type }: FileRow) => kindName(fileKind(name, type === "folder"))
  const orders: Readonly<Record<string, Compare>> = {
    name: byName,
    kind: (one, other) => names(kindOf(one), kindOf(other)),
    modified: (one, other) => (one.updatedAt ?? 0) - (other.updatedAt ?? 0),
    size: (one, other) => one.size - other.size
  }
  const order = orders[column] ?? byName
  return (one, other) => {
    if (one.type !== other.type) return one.type === "folder" ? -1 : 1
    return direction * order(one, other) || byName(one, other)
  }
}
