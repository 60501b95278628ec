import type { BinRow } from "effect-drive/react"
import type { Sort } from "../parts/grid/Column.js"

/** The bin in the order of a column. Folders have no size that anybody knows; they count as the smallest. */
export const orderBin = (
  { column, isAscending }: Sort,
  names: (one: string, other: string) => number
): (one: BinRow, other: BinRow) => number => {
  const direction = isAscending ? 1 : -1
  const sizeOf = ({ size, type }: BinRow) => type === "folder" ? -1 : size
  const orders: Readonly<Record<string, (one: BinRow, other: BinRow) => number>> = {
    name: (one, other) => names(one.name, other.name),
    deleted: (one, other) => (one.recycledAt ?? 0) - (other.recycledAt ?? 0),
    size: (one, other) => sizeOf(one) - sizeOf(other)
  }
  const order = orders[column]
  return (one, other) => direction * (order?.(one, other) ?? 0) || names(one.name, other.name)
}

/** Bytes of all of them; `undefined` where a folder is among them, since the service does not say how large those are. */
export const sizeOfAll = (items: ReadonlyArray<BinRow>): number | undefined =>
  items.some(({ type }) => type === "folder") ? undefined : items.reduce((sum, { size }) => sum + size, 0)
