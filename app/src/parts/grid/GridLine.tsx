import type { Selection } from "effect-drive/react"
import type { ReactElement } from "react"
import { Suspense } from "react"
import { loadedLater } from "../loadedLater.js"
import styles from "./Grid.module.css"
import type { GridFace } from "./GridModel.js"
import type { Line } from "./layout.js"
import type { Tile as TileOfItems } from "./Tile.js"

/** A list needs none, and most folders are shown as one. */
const Tile = loadedLater(async () => (await import("./Tile.js")).Tile) as unknown as typeof TileOfItems // it loses its parameter

export interface GridLineProps<Item> {
  readonly line: Line
  readonly index: number
  /** Pixels from the beginning of the list. */
  readonly top: number
  readonly items: ReadonlyArray<Item>
  readonly face: GridFace<Item>
  readonly selection: Selection
  readonly isFirstStop: (index: number) => boolean
  readonly heading: { readonly folders: string; readonly files: string }
}

/** One line of a grid: tiles side by side, or what stands over them. */
export const GridLine = <Item extends object>(props: GridLineProps<Item>): ReactElement => {
  const { face, heading, index, isFirstStop, items, line, selection, top } = props
  const place = { transform: `translateY(${top}px)` }
  return line._tag === "Heading"
    ? (
      <div className={styles.line} role="presentation" style={place}>
        <span className={styles.heading}>{heading[line.text]}</span>
      </div>
    )
    : (
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
