import type { Column } from "./Column.js"

/** From this width of the list on, in px, every column has all the room that it wants. */
const wide = 1000

export type ColumnTracks = Pick<Column<never>, "from" | "narrow" | "wide">

/** Those that a list of this width has room for. */
export const columnsIn = <One extends ColumnTracks>(columns: ReadonlyArray<One>, width: number): ReadonlyArray<One> =>
  columns.filter(({ from }) => width >= from)

/** What the rows of a list are laid out by: the check, the icon, the name, the columns that are shown, and the tools. */
export const tracksOf = (
  shown: ReadonlyArray<ColumnTracks>,
  width: number,
  toolsTrack = "var(--tools)"
): string => {
  const isWide = width >= wide
  return [
    "20px var(--row-icon)",
    isWide ? "minmax(200px, max(440px, 38cqi))" : "minmax(160px, 1fr)",
    ...shown.map((column) => isWide ? column.wide : column.narrow),
    toolsTrack
  ].join(" ")
}
