import { ArrowDown, ArrowUp } from "lucide-react"
import type { ReactElement } from "react"
import { useEffect, useRef, useState } from "react"
import { useLanguage } from "../../language/Language.js"
import { classes } from "../classes.js"
import { Icon } from "../Icon.js"
import { useAnnounce } from "../LiveRegion.js"
import type { Column, Sort } from "./Column.js"
import grid from "./Grid.module.css"
import type { View } from "./layout.js"
import { tilesLayout } from "./layout.js"
import styles from "./Skeleton.module.css"
import { columnsIn, tracksOf } from "./tracks.js"
import { useListMeasures } from "./useListMeasures.js"

const widths = [92, 118, 204, 74, 168, 132, 226, 104, 188, 146, 84, 210, 122, 160]
const folders = 4

export interface SkeletonProps {
  readonly label: string
  /** Those of the list behind the name. */
  readonly columns: ReadonlyArray<Omit<Column<never>, "cell">>
  readonly sort: Sort | undefined
  readonly view: View
  /** As the list has it. */
  readonly toolsTrack?: string | undefined
}

interface HeadsProps extends Pick<SkeletonProps, "columns" | "sort"> {
  readonly isNarrow: boolean
}

/** What stands over the columns is known before any row is. */
const Heads = ({ columns, isNarrow, sort }: HeadsProps): ReactElement => {
  const { t } = useLanguage()
  const name = { id: "name", label: t.files.columns.name }
  const headOf = ({ id, label, sortable }: Pick<Column<never>, "id" | "label" | "sortable">) =>
    sortable === false ? label : (
      <span className={classes(grid.sort, id === sort?.column && styles.sorted)}>
        {label}
        {id === sort?.column ? <Icon of={sort.isAscending ? ArrowUp : ArrowDown} size={14} /> : null}
      </span>
    )
  const first = isNarrow ? columns.find(({ id }) => id === sort?.column) ?? name : name
  return (
    <div className={classes(grid.columns, grid.head, styles.heads)}>
      {isNarrow ? null : <span />}
      <span className={grid.headName}>{headOf(first)}</span>
      {isNarrow ?
        null :
        columns.map((column) => (
          <span className={classes(column.align === "end" && grid.end)} key={column.id}>{headOf(column)}</span>
        ))}
    </div>
  )
}

const Rows = ({ columns }: Pick<SkeletonProps, "columns">): ReactElement => (
  <>
    {widths.map((width, index) => (
      <div className={classes(grid.columns, styles.row)} key={width}>
        <span />
        <span className={styles.tile} />
        <span className={styles.bar} style={{ width }} />
        {columns.map(({ align, id }, at) =>
          align === "end"
            // a folder has no size
            ? <span className={classes(styles.end, index >= folders && styles.bar)} key={id} />
            : <span className={styles.bar} key={id} style={{ width: (at === 0 ? 48 : 84) + (index % 3) * 10 }} />
        )}
      </div>
    ))}
  </>
)

const NarrowRows = (): ReactElement => (
  <>
    {widths.map((width) => (
      <div className={styles.lines} key={width}>
        <span className={styles.tile} />
        <span className={styles.bar} style={{ width }} />
      </div>
    ))}
  </>
)

const Heading = (): ReactElement => (
  <div className={styles.heading}>
    <span className={styles.bar} style={{ width: 40 }} />
  </div>
)

const Tiles = ({ columns }: { readonly columns: number }): ReactElement => (
  <>
    <Heading />
    <div className={styles.tiles}>
      {widths.slice(0, columns).map((width) => <span className={styles.folder} key={width} />)}
    </div>
    <Heading />
    <div className={styles.tiles}>
      {widths.map((width) => (
        <span className={styles.file} key={width}>
          <span className={styles.picture} />
          <span className={styles.bar} style={{ width: 72 + width / 4 }} />
          <span className={styles.bar} style={{ width: 64 }} />
        </span>
      ))}
    </div>
  </>
)

/** What stands where rows or tiles will stand while the first ones come. Nothing is drawn for 150 ms: mostly they are there by then. */
export const Skeleton = ({ columns, label, sort, toolsTrack, view }: SkeletonProps): ReactElement => {
  const { t } = useLanguage()
  const announce = useAnnounce()
  const root = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { gutter, isNarrow, rowHeight, tile, tilesWidth, width } = useListMeasures(root, scroller)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true)
      announce(t.files.loading(label))
    }, 150)
    return () => clearTimeout(timer)
  }, [announce, label, t])
  const shown = columnsIn(columns, width)
  const tileColumns = tilesLayout({ width: tilesWidth, tile, folders: 0, files: 0 }).columns
  return (
    <div
      aria-busy="true"
      aria-label={label}
      className={classes(grid.root, isNarrow && grid.narrow)}
      ref={root}
      role="status"
      style={{
        "--columns": tracksOf(shown, width, toolsTrack),
        "--row": `${rowHeight}px`,
        "--gutter": `${-gutter}px`,
        "--tiles": tileColumns
      }}
    >
      {view === "list" || isNarrow
        ? <Heads columns={isNarrow ? columns : shown} isNarrow={isNarrow} sort={sort} />
        : null}
      <div
        aria-hidden="true"
        className={classes(grid.scroller, styles.still)}
        data-tiles={view === "grid" || undefined}
        ref={scroller}
      >
        {!isLate
          ? null
          : view === "grid"
          ? <Tiles columns={tileColumns} />
          : isNarrow
          ? <NarrowRows />
          : <Rows columns={shown} />}
      </div>
    </div>
  )
}
