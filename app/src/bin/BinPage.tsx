import type { BinRow } from "effect-drive/react"
import { useSelectedIds } from "effect-drive/react"
import { LoaderCircle, Trash2, Undo2 } from "lucide-react"
import type { ReactElement } from "react"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { ActionShortcuts } from "../files/ActionShortcuts.js"
import barStyles from "../files/Bar.module.css"
import type { BoundAction } from "../files/bindActions.js"
import { makeConditions, useConditions } from "../files/Conditions.js"
import { menuGroups } from "../files/menuGroups.js"
import { MenuHead } from "../files/MenuHead.js"
import { NarrowFind } from "../files/NarrowFind.js"
import { SelectionBar } from "../files/SelectionBar.js"
import { useRoomKeys } from "../files/useRoomKeys.js"
import { useRowMenu } from "../files/useRowMenu.js"
import { useSelectionMemory } from "../files/useSelectionMemory.js"
import { useToldFilter } from "../files/useToldFilter.js"
import { Banner } from "../parts/Banner.js"
import { Button } from "../parts/Button.js"
import { classes } from "../parts/classes.js"
import { ContextMenu } from "../parts/ContextMenu.js"
import { useOpenDialog } from "../parts/Dialogs.js"
import { EmptyState } from "../parts/EmptyState.js"
import { KindTile } from "../parts/FileIcon.js"
import type { Sort } from "../parts/grid/Column.js"
import type { ItemGridHandle } from "../parts/grid/ItemGrid.js"
import { ItemGrid } from "../parts/grid/ItemGrid.js"
import { nextAfter } from "../parts/grid/nextAfter.js"
import { Skeleton } from "../parts/grid/Skeleton.js"
import { useAnnounce } from "../parts/LiveRegion.js"
import { loadedLater } from "../parts/loadedLater.js"
import { useToasts } from "../parts/Toasts.js"
import { useMedia } from "../parts/useMedia.js"
import type { PageProps } from "../shell/Feature.js"
import { useOfferedFilterText } from "../shell/FilterText.js"
import { ListBanner } from "../shell/ListBanner.js"
import { NarrowTools } from "../shell/NarrowTools.js"
import { useOnline } from "../shell/OfflineBanner.js"
import { PlacesButton } from "../shell/PlacesButton.js"
import { ProblemState } from "../shell/ProblemState.js"
import { spaceName, useSpace } from "../shell/Spaces.js"
import { useRoute } from "../shell/useRoute.js"
import styles from "./Bin.module.css"
import { BinTools } from "./BinTools.js"
import { binColumns } from "./columns.js"
import { describeBin } from "./describeBin.js"
import { orderBin, sizeOfAll } from "./orderBin.js"
import { useBin, useClearTasks } from "./useBin.js"
import { useBinChanges } from "./useBinChanges.js"
import { useBinLanguage } from "./useBinLanguage.js"

const RemoveDialog = loadedLater(async () => (await import("./RemoveDialog.js")).RemoveDialog)
const ClearDialog = loadedLater(async () => (await import("./ClearDialog.js")).ClearDialog)

const lastDeletedFirst: Sort = { column: "deleted", isAscending: false }

/** The recycle bin of a space: what was deleted, to be restored or deleted for ever. */
export const BinPage = ({ place }: PageProps): ReactElement => <BinOfSpace key={place.space} />

const BinOfSpace = (): ReactElement => {
  const language = useBinLanguage()
  const { format, t } = language
  const space = useSpace()
  const announce = useAnnounce()
  const openDialog = useOpenDialog()
  const toasts = useToasts()
  const { address, look } = useRoute()
  const { setText, text } = useOfferedFilterText()
  const bin = useBin()
  const [conditions] = useState(makeConditions)
  const shownConditions = useConditions(conditions)
  const changes = useBinChanges(conditions)
  const isClearing = useClearTasks()
  const [grid, setGrid] = useState<ItemGridHandle | null>(null)
  const isNarrow = useMedia("(width < 640px)")
  const isTouch = useMedia("(pointer: coarse)")
  const [isFinding, setFinding] = useState(false)
  const isOnline = useOnline()

  const sort = (address === "Unknown" ? undefined : address.look.sort) ?? lastDeletedFirst
  const needle = text.trim().toLowerCase()
  const shown = useMemo(() => {
    const found = needle === "" ? bin.rows : bin.rows.filter(({ name }) => name.toLowerCase().includes(needle))
    return found.toSorted(orderBin(sort, format.compare))
  }, [bin.rows, format, needle, sort])
  const { scroll, selection } = useSelectionMemory(
    useMemo(() => shown.map(({ fileId }) => fileId), [shown]),
    bin.isPending
  )
  const menu = useRowMenu(selection)
  const { openFor } = menu
  const selectedIds = useSelectedIds(selection)
  const selected = useMemo(() => shown.filter(({ fileId }) => selectedIds.has(fileId)), [selectedIds, shown])

  const columns = useMemo(() => binColumns(language), [language])
  const toolsTrack = isTouch ? undefined : "136px"
  const describe = useMemo(() => describeBin(language, shownConditions), [language, shownConditions])
  const clearFilter = () => setText("")
  useRoomKeys({ selection, isNarrow, clearFilter })
  const changeSort = (next: Sort) => {
    look({ sort: next })
    const name = next.column === "name" ? t.files.columns.name : columns.find(({ id }) => id === next.column)?.label
    announce(t.files.sorted(name ?? next.column, next.isAscending))
  }

  const leave = (items: ReadonlyArray<BinRow>) => {
    const going = new Set<string>(items.map(({ fileId }) => fileId))
    const next = nextAfter(shown, ({ fileId }) => going.has(fileId))
    selection.clear()
    if (next !== undefined) requestAnimationFrame(() => grid?.reveal(next.fileId, true))
  }
  const restore = (items: ReadonlyArray<BinRow>) => {
    changes.restore(items)
    leave(items)
  }
  const askToRemove = (items: ReadonlyArray<BinRow>) =>
    openDialog((close) => (
      <RemoveDialog
        items={items}
        onClose={close}
        onRemove={() => {
          changes.remove(items)
          leave(items)
        }}
      />
    ))
  const askToClear = () =>
    openDialog((close) => (
      <ClearDialog
        isWhole={bin.isWhole}
        items={bin.rows}
        onClear={changes.clear}
        onClose={close}
        space={spaceName({ spaceId: space.spaceId, name: space.name })}
      />
    ))
  const actions: ReadonlyArray<BoundAction> = selected.length === 0 ? [] : [
    {
      id: "restore",
      group: "organise",
      icon: Undo2,
      label: t.bin.restore,
      shortcut: "Shift+R",
      inBar: "button",
      isQuick: true,
      run: () => restore(selected)
    },
    {
      id: "remove",
      group: "remove",
      icon: Trash2,
      label: t.bin.removeMore,
      shortcut: "Delete",
      inBar: "icon",
      isDangerous: true,
      run: () => askToRemove(selected)
    }
  ]

  // rows are drawn again when their tools are others
  const latestRestore = useRef(restore)
  useEffect(() => {
    latestRestore.current = restore
  })
  const tools = useCallback((item: BinRow) => (
    <BinTools
      onMenu={(press) => openFor(item.fileId, press)}
      onRestore={() => latestRestore.current([item])}
    />
  ), [openFor])

  const clearButton = (className: string | undefined) =>
    bin.rows.length === 0 ? null : (
      <Button
        className={classes(styles.clear, className)}
        icon={Trash2}
        onPress={askToClear}
        pending={changes.isClearing}
        variant="ghost"
      >
        {t.bin.clearMore}
      </Button>
    )
  const count = bin.isPending || bin.rows.length === 0
    ? ""
    : needle === ""
    ? t.bin.sum(bin.rows.length, bin.isWhole ? sizeOfAll(bin.rows) : undefined, bin.isWhole)
    : t.files.itemsShown(shown.length, bin.rows.length, bin.isWhole)
  useToldFilter(count, needle)
  return (
    <>
      <title>{t.shell.title(t.bin.place)}</title>
      <ListBanner count={bin.rows.length} list={bin} />
      {isClearing
        ? <Banner icon={LoaderCircle} text={t.bin.clearingText} title={t.bin.clearing} tone="info" />
        : null}
      <div className={barStyles.bar} data-region="bar">
        {isNarrow && isFinding ?
          <NarrowFind onClose={() => setFinding(false)} title={t.bin.place} /> :
          (
            <nav aria-label={t.shell.breadcrumb} className={barStyles.crumbs}>
              <PlacesButton className={barStyles.up} />
              <h1 aria-current="page" className={barStyles.here}>{t.bin.place}</h1>
            </nav>
          )}
        {selected.length > 0
          ? (
            <SelectionBar
              actions={actions}
              count={selected.length}
              onClear={() => selection.clear()}
              size={sizeOfAll(selected) ?? 0}
            />
          )
          : <div className={barStyles.actions}>{clearButton(undefined)}</div>}
        {isNarrow && !isFinding && selected.length === 0 ? <NarrowTools onFilter={() => setFinding(true)} /> : null}
      </div>
      <div className={styles.line} data-dims="">
        <span>{t.bin.about}</span>
        <span className={styles.sum}>{count}</span>
        {isNarrow ? clearButton(styles.narrowHead) : null}
      </div>
      <Body
        bin={bin}
        clearFilter={clearFilter}
        isFiltered={needle !== ""}
        needle={text.trim()}
        shownCount={shown.length}
        skeleton={<Skeleton columns={columns} label={t.bin.place} sort={sort} toolsTrack={toolsTrack} view="list" />}
      >
        <ItemGrid
          columns={columns}
          describe={describe}
          filter={needle}
          isBusy={isClearing}
          isDimmed={isClearing || !isOnline}
          items={shown}
          label={t.bin.place}
          onMenu={(_item, at) => menu.open(at)}
          onOpen={(item) =>
            toasts.show({
              message: t.bin.mustRestore(item.name),
              action: { label: t.bin.restore, run: () => restore([item]) }
            })}
          onSort={changeSort}
          ref={setGrid}
          scroll={scroll}
          selection={selection}
          sort={sort}
          tools={tools}
          toolsTrack={toolsTrack}
          total={bin.isWhole ? shown.length : undefined}
          view="list"
        />
      </Body>
      <ActionShortcuts actions={actions} />
      {menu.place === undefined || selected.length === 0 ? null : (
        <ContextMenu
          at={menu.place}
          groups={menuGroups(actions)}
          head={selected.length > 1 ? <MenuHead files={selected} /> : undefined}
          label={t.files.selected(selected.length)}
          onClose={menu.close}
          sheetHead={
            <MenuHead
              files={selected}
              isLarge
              picture={selected[0] === undefined ? null : <KindTile kind={describe.kind(selected[0])} />}
            />
          }
        />
      )}
    </>
  )
}

interface BodyProps {
  readonly bin: ReturnType<typeof useBin>
  readonly isFiltered: boolean
  readonly needle: string
  readonly shownCount: number
  readonly clearFilter: () => void
  readonly skeleton: ReactElement
  readonly children: ReactElement
}

/** The list, or why there is none. */
const Body = ({ bin, children, clearFilter, isFiltered, needle, shownCount, skeleton }: BodyProps): ReactElement => {
  const { t } = useBinLanguage()
  if (bin.error !== null && bin.rows.length === 0) return <ProblemState error={bin.error} retry={bin.refetch} />
  if (bin.isPending) return skeleton
  if (bin.rows.length === 0) return <EmptyState picture="bin" text={t.bin.emptyText} title={t.bin.empty} />
  if (isFiltered && shownCount === 0) {
    return (
      <EmptyState
        action={<Button onPress={clearFilter}>{t.files.empty.clearFilter}</Button>}
        picture="filter"
        text={t.files.empty.filterHides(bin.rows.length)}
        title={t.files.empty.filterText(needle)}
      />
    )
  }
  return children
}
