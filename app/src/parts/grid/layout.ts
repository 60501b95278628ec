/** Where everything in a list stands: pure arithmetic over fixed heights, so that nothing has to be measured. */

export type View = "list" | "grid"

/** One line of the list: a row of the list view, or as many tiles as fit beside each other. */
export type Line =
  | { readonly _tag: "Heading"; readonly text: "folders" | "files" }
  | {
    readonly _tag: "Items"
    readonly first: number
    readonly count: number
    readonly of: "rows" | "folders" | "files"
  }

export interface Layout {
  readonly view: View
  readonly columns: number
  readonly lineCount: number
  readonly lineAt: (index: number) => Line
  readonly heightOf: (index: number) => number
  /** The line that an item stands in. */
  readonly lineOf: (item: number) => number
  /** The item above or below, as the eye goes. */
  readonly neighbour: (item: number, direction: "up" | "down") => number
}

export const rowsLayout = (count: number, rowHeight: number): Layout => ({
  view: "list",
  columns: 1,
  lineCount: count,
  lineAt: (first) => ({ _tag: "Items", first, count: 1, of: "rows" }),
  heightOf: () => rowHeight,
  lineOf: (item) => item,
  neighbour: (item, direction) => direction === "up" ? Math.max(0, item - 1) : Math.min(count - 1, item + 1)
})

export interface TileMeasures {
  readonly width: number
  readonly tile: number
  readonly folders: number
  readonly files: number
}

const gap = 16
const folderHeight = 56
const folderGap = 12
const headingHeight = 38
const captionHeight = 8 + 18 + 16
const tilePadding = { inline: 12, block: 14 }

/** Folders stand above as low chips, files below with a picture of 4 to 3. */
export const tilesLayout = ({ files, folders, tile, width }: TileMeasures): Layout => {
  const columns = Math.max(1, Math.floor((width + gap) / (tile + gap)))
  const tileWidth = (width - gap * (columns - 1)) / columns
  const fileHeight = Math.round(((tileWidth - tilePadding.inline) * 3) / 4 + tilePadding.block + captionHeight) + gap
  const folderLines = Math.ceil(folders / columns)
  const fileLines = Math.ceil(files / columns)
  const headings = (folders > 0 ? 1 : 0) + (files > 0 ? 1 : 0)
  const filesFrom = folders > 0 ? folderLines + 1 : 0
  const all = folders + files

  const lineAt = (index: number): Line => {
    if (folders > 0 && index < filesFrom) {
      if (index === 0) return { _tag: "Heading", text: "folders" }
      const first = (index - 1) * columns
      return { _tag: "Items", first, count: Math.min(columns, folders - first), of: "folders" }
    }
    if (index === filesFrom) return { _tag: "Heading", text: "files" }
    const first = (index - filesFrom - 1) * columns
    return { _tag: "Items", first: folders + first, count: Math.min(columns, files - first), of: "files" }
  }
  const columnOf = (item: number): number => (item < folders ? item : item - folders) % columns
  const inColumn = (first: number, count: number, column: number): number => first + Math.min(column, count - 1)

  return {
    view: "grid",
    columns,
    lineCount: folderLines + fileLines + headings,
    lineAt,
    heightOf: (index) => {
      const line = lineAt(index)
      return line._tag === "Heading" ? headingHeight : line.of === "folders" ? folderHeight + folderGap : fileHeight
    },
    lineOf: (item) =>
      item < folders ? 1 + Math.floor(item / columns) : filesFrom + 1 + Math.floor((item - folders) / columns),
    neighbour: (item, direction) => {
      const column = columnOf(item)
      const isFile = item >= folders
      if (direction === "down") {
        if (isFile) return item + columns < all ? item + columns : lastBelow(item)
        if (item + columns < folders) return item + columns
        const isLastLine = Math.floor(item / columns) === folderLines - 1
        return !isLastLine ? folders - 1 : files > 0 ? inColumn(folders, Math.min(columns, files), column) : item
      }
      if (!isFile) return item - columns >= 0 ? item - columns : item
      if (item - columns >= folders) return item - columns
      const first = (folderLines - 1) * columns
      return folders > 0 ? inColumn(first, folders - first, column) : item
    }
  }

  /** Below the last full line there may be a shorter one: its end is the nearest. */
  function lastBelow(item: number): number {
    return Math.floor((item - folders) / columns) < fileLines - 1 ? all - 1 : item
  }
}
