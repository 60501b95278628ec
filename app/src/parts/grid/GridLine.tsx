import type { Selection } from "effect-drive/react"
import type { ReactElement } from "react"
import { Suspense } from "react"
import { loadedLater } from "../loadedLater.js"
import type { Column } from "./Column.js"
import styles from "./Grid.module.css"
import type { GridFace } from "./GridModel.js"
import type { Line } from "./layout.js"
import { ListRow } from "./ListRow.js"
import type { Tile as TileOfItems } from "./Tile.js"

/** A list needs none, and most folders are shown as one. */
const Tile = loadedLater(async () => (await import("./Tile.js")).Tile) as unknown as typeof TileOfItems // it loses its parameter

export interface GridLineProps<Item> {
  readonly line: Line
  readonly index: number
  /** Pixels from the beginning of the list. */
  readonly top: number
  readonly items: ReadonlyArray<Item>
  readonly columns: ReadonlyArray<Column<Item>>
  readonly face: GridFace<Item>
  readonly selection: Selection
  readonly isFirstStop: (index: number) => boolean
  readonly headings: { readonly folders: string; readonly files: string }
}

/** One line of a list or grid: a row, tiles side by side, or what stands over them. */
export const GridLine = <Item extends object>(props: GridLineProps<Item>): ReactElement | null => {
  const { columns, face, headings, index, isFirstStop, items, line, selection, top } = props
  const place = { transform: `translateY(${top}px)` }
  if (line._tag === "Heading") {
    return (
      <div className={styles.line} role="presentation" style={place}>
        <span className={styles.heading}>{headings[line.text]}</span>
      </div>
    )
  }
  if (line.of === "rows") {
    const item = items[line.first]
    return item === undefined ? null : (
      <ListRow
        columns={columns}
        face={face}
        index={line.first}
        isFirstStop={isFirstStop(line.first)}
        item={item}
        selection={selection}
        top={top}
      />
    )
  }
  return (
    <div aria-rowindex={index + 1} className={styles.line} role="row" style={place}>
      <Suspense fallback={null}>
        {items.slice(line.first, line.first + line.count).map((item, column) => (
          <Tile
            face={face}
            index={line.first + column}
            isFirstStop={isFirstStop(line.first + column)}
            item={item}
            key={face.describe.id(item)}
            selection={selection}
          />
        ))}
      </Suspense>
    </div>
  )
}
