import type { Selection } from "effect-drive/react"
import { useFocusedId } from "effect-drive/react"
import type { ReactElement, ReactNode, Ref } from "react"
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState, useSyncExternalStore } from "react"
import { useLanguage } from "../../language/Language.js"
import { classes } from "../classes.js"
import { ErrorBoundary } from "../ErrorBoundary.js"
import type { Column, Sort } from "./Column.js"
import styles from "./Grid.module.css"
import { GridLine } from "./GridLine.js"
import type { Describe, GridFace, Point, Rename } from "./GridModel.js"
import { orderOf } from "./GridModel.js"
import { makeKeptPlace } from "./keptPlace.js"
import type { View } from "./layout.js"
import { rowsLayout, tilesLayout } from "./layout.js"
import { ListHead } from "./ListHead.js"
import { ListRow } from "./ListRow.js"
import { columnsIn, tracksOf } from "./tracks.js"
import { useFirstScroll } from "./useFirstScroll.js"
import { useGridKeys } from "./useGridKeys.js"
import { useGridPointer } from "./useGridPointer.js"
import { revealLine, useLines } from "./useLines.js"
import { useListMeasures } from "./useListMeasures.js"
import type { ScrollMemory } from "./useScrollPlace.js"
import { useScrollPlace } from "./useScrollPlace.js"

/** What others can ask of a list from outside. */
export interface ItemGridHandle {
  readonly reveal: (id: string, focus: boolean) => void
  readonly focus: () => void
}

export interface ItemGridProps<Item> {
  readonly label: string
  readonly items: ReadonlyArray<Item>
  readonly describe: Describe<Item>
  readonly columns: ReadonlyArray<Column<Item>>
  readonly view: View
  readonly selection: Selection
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort) => void
  /** All there are; `undefined` while more may come. */
  readonly total: number | undefined
  /** Called when the end of what is loaded comes near. */
  readonly onNearEnd?: (() => void) | undefined
  readonly onOpen: (item: Item) => void
  /** By the middle button on a name, which opens links beside the page. */
  readonly onOpenBeside?: ((item: Item) => void) | undefined
  readonly onMenu: (item: Item | undefined, at: Point) => void
  /** F2 on the row that has the keys, while nothing is selected. */
  readonly onRename?: ((item: Item) => void) | undefined
  readonly tools?: ((item: Item) => ReactNode) | undefined
  readonly rename?: Rename | undefined
  readonly dragLabel?: ((ids: ReadonlyArray<string>) => string) | undefined
  readonly accepts?: ((folder: Item, ids: ReadonlyArray<string>) => boolean) | undefined
  readonly onDrop?: ((folder: Item, ids: ReadonlyArray<string>, isCopy: boolean) => void) | undefined
  /** Whether a key makes copies of what is dragged. */
  readonly canCopy?: boolean | undefined
  /** The track of the tools at the end of a row; room for two icons unless it is told. */
  readonly toolsTrack?: string | undefined
  /** Over the tiles that are no folders; "Files" unless it is told. */
  readonly tilesHead?: string | undefined
  readonly headEnd?: ReactNode
  readonly isBusy?: boolean | undefined
  readonly isDimmed?: boolean | undefined
  /** Where the list stood when it was left, and where it stands now. */
  readonly scroll?: ScrollMemory | undefined
  /** What the items are filtered by; empty where all are shown. */
  readonly filter?: string | undefined
  readonly ref?: Ref<ItemGridHandle> | undefined
}

const nearEnd = 40

/**
 * A list or grid of any length: rows of fixed height of which only those on the screen exist, one tab stop, and a
 * selection that works like that of a desktop.
 */
export const ItemGrid = <Item extends object>({ ref, ...props }: ItemGridProps<Item>): ReactElement => {
  const { columns, describe, items, onOpen, selection, view } = props
  const { t } = useLanguage()
  const root = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const band = useRef<HTMLDivElement>(null)
  const wanted = useRef<string>(undefined)
  const [keptPlace] = useState(makeKeptPlace)
  const measures = useListMeasures(root, scroller)
  const focused = useFocusedId(selection)
  const isSelecting = useSyncExternalStore(selection.subscribeAll, () => selection.size > 0, () => false)
  const order = useMemo(() => orderOf(items, describe.id), [items, describe])

  const folders = useMemo(() => {
    const first = items.findIndex((item) => describe.kind(item).group !== "folder")
    return first === -1 ? items.length : first
  }, [items, describe])
  const layout = useMemo(
    () =>
      view === "list"
        ? rowsLayout(items.length, measures.rowHeight)
        : tilesLayout({ width: measures.tilesWidth, tile: measures.tile, folders, files: items.length - folders }),
    [view, items.length, measures, folders]
  )
  const focusedAt = focused === undefined ? undefined : order.indexOf(focused)
  const kept = keptPlace.of(focusedAt, items.length)
  const before = view === "list" ? 0 : 4
  const lines = useLines({
    layout,
    scroller,
    kept: kept === undefined ? undefined : layout.lineOf(kept),
    before,
    after: measures.isNarrow ? 96 : 16
  })

  const takesFocus = useCallback((id: string) => {
    if (wanted.current !== id) return false
    wanted.current = undefined
    return true
  }, [])
  const reveal = (index: number, focus: boolean) => {
    const id = order.idAt(index)
    if (id === undefined) return
    const place = lines.places[layout.lineOf(index)]
    if (scroller.current !== null && place !== undefined) revealLine(scroller.current, place, before)
    if (!focus) return
    wanted.current = id
    const there = root.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    if (there !== null && there !== undefined && selection.focused === id && takesFocus(id)) {
      there.focus({ preventScroll: true })
    }
  }
  const revealId = (id: string, focus: boolean) => {
    const index = order.indexOf(id)
    if (index === undefined) return
    selection.moveFocus(id)
    reveal(index, focus)
  }
  const latestReveal = useRef(revealId)
  useEffect(() => {
    latestReveal.current = revealId
  })
  useImperativeHandle(ref, () => ({
    reveal: (id, focus) => latestReveal.current(id, focus),
    focus: () => root.current?.querySelector<HTMLElement>("[data-index][tabindex='0']")?.focus()
  }), [])

  const { shown } = lines
  const lastShown = shown[shown.length - 1]?.index ?? -1
  const { onNearEnd, scroll } = props
  useEffect(() => {
    if (onNearEnd !== undefined && lastShown >= layout.lineCount - nearEnd) onNearEnd()
  }, [lastShown, layout.lineCount, onNearEnd])

  const onFirstScroll = useFirstScroll({
    scroller,
    first: scroll?.first ?? 0,
    count: items.length,
    isWhole: props.total !== undefined
  })
  const onScroll = useScrollPlace({
    scroller,
    scroll,
    filter: props.filter ?? "",
    layout,
    places: lines.places,
    order,
    measures
  })

  const itemOf = (id: string): Item | undefined => items[order.indexOf(id) ?? -1]
  const pointer = useGridPointer({
    selection,
    order,
    layout,
    places: lines.places,
    scroller,
    band,
    inset: measures.inset,
    onOpen: (id) => {
      const item = itemOf(id)
      if (item !== undefined) onOpen(item)
    },
    onOpenBeside: (id) => {
      const item = itemOf(id)
      if (item !== undefined) props.onOpenBeside?.(item)
    },
    onMenu: (id, at) => props.onMenu(id === undefined ? undefined : itemOf(id), at),
    dragLabel: props.dragLabel,
    canCopy: props.canCopy === true,
    accepts: (id, ids) => {
      const item = itemOf(id)
      return item !== undefined && describe.kind(item).group === "folder" && !ids.includes(id) &&
        props.accepts?.(item, ids) === true
    },
    onDrop: (id, ids, isCopy) => {
      const item = itemOf(id)
      if (item !== undefined) props.onDrop?.(item, ids, isCopy)
    }
  })

  const openMenu = (index: number) => {
    const item = items[index]
    if (item === undefined) return
    const id = describe.id(item)
    if (!selection.has(id)) selection.select(id)
    const box = root.current?.querySelector(`[data-index="${index}"]`)?.getBoundingClientRect()
    props.onMenu(item, { x: (box?.left ?? 0) + 88, y: (box?.bottom ?? 0) - 8 })
  }
  const onKeyDown = useGridKeys({
    items,
    describe,
    selection,
    order,
    layout,
    at: kept,
    page: () =>
      Math.floor((scroller.current?.clientHeight ?? 0) / Math.max(1, layout.heightOf(Math.max(0, lastShown)))),
    onOpen,
    onMenu: openMenu,
    onRename: props.onRename,
    expect: (index, id) => {
      wanted.current = id
      return () => reveal(index, true)
    }
  })

  const { printed } = lines
  const lastPrinted = printed === undefined ? undefined : layout.lineAt(printed - 1)
  const printedItems = lastPrinted?._tag === "Items" ? lastPrinted.first + lastPrinted.count : folders
  const isCut = printed !== undefined && (printedItems < items.length || props.total === undefined)

  const { isNarrow, width } = measures
  const shownColumns = useMemo(
    () =>
      isNarrow
        ? columns.filter((column) => column.inSecondLine === true).reverse()
        : columnsIn(columns, width),
    [columns, isNarrow, width]
  )
  const face = useMemo(
    (): GridFace<Item> => ({ describe, isNarrow, rename: props.rename, tools: props.tools, takesFocus }),
    [describe, isNarrow, props.rename, props.tools, takesFocus]
  )
  const isFirstStop = (index: number) => focusedAt === undefined && index === (kept ?? 0)
  return (
    <div
      aria-busy={props.isBusy}
      aria-colcount={view === "list" ? shownColumns.length + 3 : layout.columns}
      aria-label={props.label}
      aria-multiselectable
      aria-rowcount={props.total === undefined ? -1 : view === "list" ? props.total + 1 : layout.lineCount}
      className={classes(styles.root, isNarrow && styles.narrow, isSelecting && styles.selecting)}
      data-region="list"
      onKeyDown={onKeyDown}
      ref={root}
      role="grid"
      style={{
        "--columns": tracksOf(shownColumns, width, props.toolsTrack),
        "--tiles": layout.columns,
        "--row": `${measures.rowHeight}px`,
        "--gutter": `${-measures.gutter}px`
      }}
    >
      {view === "list" || isNarrow
        ? (
          <ListHead
            all={columns}
            columns={shownColumns}
            end={props.headEnd}
            isNarrow={isNarrow}
            onSort={props.onSort}
            order={order}
            selection={selection}
            sort={props.sort}
          />
        )
        : null}
      <div
        {...pointer}
        className={styles.scroller}
        data-dimmed={props.isDimmed || undefined}
        onFocus={(event) => {
          const index = event.target instanceof HTMLElement ? event.target.dataset["index"] : undefined
          if (index !== undefined) selection.moveFocus(order.idAt(Number(index)))
        }}
        onScroll={() => {
          onFirstScroll()
          onScroll()
        }}
        ref={scroller}
        role="rowgroup"
        tabIndex={-1}
      >
        <div className={styles.space} role="presentation" style={{ height: lines.total }}>
          <ErrorBoundary heading="h2" key={view}>
            {shown.map(({ index, start }) => {
              const line = layout.lineAt(index)
              if (line._tag === "Heading" || line.of !== "rows") {
                return (
                  <GridLine
                    face={face}
                    heading={{ folders: t.files.foldersHead, files: props.tilesHead ?? t.files.filesHead }}
                    index={index}
                    isFirstStop={isFirstStop}
                    items={items}
                    key={line._tag === "Heading" ? `h${line.text}` : `${line.of}${line.first}`}
                    line={line}
                    selection={selection}
                    top={start}
                  />
                )
              }
              const item = items[line.first]
              return item === undefined ? null : (
                <ListRow
                  columns={shownColumns}
                  face={face}
                  index={line.first}
                  isFirstStop={isFirstStop(line.first)}
                  item={item}
                  key={describe.id(item)}
                  selection={selection}
                  top={start}
                />
              )
            })}
          </ErrorBoundary>
        </div>
        <div aria-hidden="true" className={styles.band} ref={band} />
      </div>
      {isCut
        ? (
          <p className={styles.heading}>
            {t.files.printed(t.files.itemsShown(printedItems, items.length, props.total !== undefined))}
          </p>
        )
        : null}
    </div>
  )
}
