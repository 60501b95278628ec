import { useSelectedIds } from "effect-drive/react"
import { LayoutGrid, List } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { useCallback, useMemo, useState } from "react"
import { ActionShortcuts } from "../files/ActionShortcuts.js"
import barStyles from "../files/Bar.module.css"
import { makeConditions, useConditions } from "../files/Conditions.js"
import { DetailsButton } from "../files/DetailsButton.js"
import { GridSort } from "../files/GridSort.js"
import { menuGroups } from "../files/menuGroups.js"
import { MenuHead } from "../files/MenuHead.js"
import { NarrowFind } from "../files/NarrowFind.js"
import { keepPreference, preferenceOf } from "../files/preferences.js"
import { RowTools } from "../files/RowTools.js"
import { SelectionBar } from "../files/SelectionBar.js"
import { useDetails } from "../files/useDetails.js"
import { useRename } from "../files/useRename.js"
import { useRoomKeys } from "../files/useRoomKeys.js"
import { useRowMenu } from "../files/useRowMenu.js"
import { useSelectionMemory } from "../files/useSelectionMemory.js"
import { useToldFilter } from "../files/useToldFilter.js"
import { ViewSwitch } from "../files/ViewSwitch.js"
import { ContextMenu } from "../parts/ContextMenu.js"
import type { Sort } from "../parts/grid/Column.js"
import { useIsDragging } from "../parts/grid/dragged.js"
import type { ItemGridHandle } from "../parts/grid/ItemGrid.js"
import { ItemGrid } from "../parts/grid/ItemGrid.js"
import { nextAfter } from "../parts/grid/nextAfter.js"
import { Skeleton } from "../parts/grid/Skeleton.js"
import { IconButton } from "../parts/IconButton.js"
import { useAnnounce } from "../parts/LiveRegion.js"
import { loadedLater } from "../parts/loadedLater.js"
import type { MenuGroups } from "../parts/MenuEntry.js"
import { Part } from "../parts/Part.js"
import { useMedia } from "../parts/useMedia.js"
import { useOfferedFilterText } from "../shell/FilterText.js"
import { ListBanner } from "../shell/ListBanner.js"
import { NarrowTools } from "../shell/NarrowTools.js"
import { useOnline } from "../shell/OfflineBanner.js"
import { useRowGoals } from "../shell/rowGoals.js"
import { useSpace } from "../shell/Spaces.js"
import type { Listing } from "../shell/useAllPages.js"
import { useRoute } from "../shell/useRoute.js"
import type { AssetItem } from "./assetItem.js"
import { fileOf, holdsAssets, idOf, nameOf, parted } from "./assetItem.js"
import { assetColumns } from "./columns.js"
import { describeAssets } from "./describeAssets.js"
import { orderAssets } from "./orderAssets.js"
import { permissionText } from "./permission.js"
import { RoomEmpty } from "./RoomEmpty.js"
import { useAssetActions } from "./useAssetActions.js"
import type { AssetChanges } from "./useAssetChanges.js"
import { useAssetLanguage } from "./useAssetLanguage.js"
import { useAssetFolders } from "./useLibrary.js"

const AssetDetails = loadedLater(async () => (await import("./AssetDetails.js")).AssetDetails)

export interface AssetRoomProps {
  readonly title: string
  readonly crumbs: ReactElement
  readonly listing: Listing<AssetItem>
  readonly changes: AssetChanges
  /** Left out by chips; `undefined` where none is pressed. */
  readonly passes: ((item: AssetItem) => boolean) | undefined
  /** Tells one of the chips from another: what each finds is shown from its first row on. */
  readonly chip?: string | undefined
  readonly clearFilters: () => void
  readonly chips: ReactNode
  readonly barEnd: ReactNode
  /** What a menu beside the items offers. */
  readonly addEntries: MenuGroups
  readonly aboveList: ReactNode
  readonly empty: ReactElement
  readonly onOpenFolder: (folderId: string) => void
}

/** A list of assets, and of their folders where it has some: the same in the library, in one of its folders, and of those with a star. */
export const AssetRoom = (props: AssetRoomProps): ReactElement => {
  const { addEntries, changes, listing, title } = props
  const language = useAssetLanguage()
  const { format, t } = language
  const { spaceId } = useSpace()
  const announce = useAnnounce()
  const isDragging = useIsDragging()
  const { address, look } = useRoute()
  const { setText, text } = useOfferedFilterText()
  const [conditions] = useState(makeConditions)
  const shownConditions = useConditions(conditions)
  const [grid, setGrid] = useState<ItemGridHandle | null>(null)
  const isNarrow = useMedia("(width < 640px)")
  const details = useDetails(isNarrow)
  const [isFinding, setFinding] = useState(false)
  const isOnline = useOnline()

  const asked = address === "Unknown" ? undefined : address.look
  const kept = preferenceOf(`${spaceId}.assets`)
  const view = asked?.view ?? kept.view
  const sortColumn = asked?.sort?.column ?? kept.sort.column
  const isAscending = asked?.sort?.isAscending ?? kept.sort.isAscending
  const sort = useMemo((): Sort => ({ column: sortColumn, isAscending }), [isAscending, sortColumn])

  const needle = text.trim().toLowerCase()
  const { passes } = props
  const isFiltered = needle !== "" || passes !== undefined
  const shown = useMemo(() => {
    const wordOf = (item: AssetItem) => item._tag === "Folder" ? "" : permissionText(item.asset.rawAction, t) ?? ""
    return listing.rows
      .filter((item) => (passes?.(item) ?? true) && nameOf(item).toLowerCase().includes(needle))
      .toSorted(orderAssets(sort, format.compare, wordOf))
  }, [format, listing.rows, needle, passes, sort, t])
  const { scroll, selection } = useSelectionMemory(useMemo(() => shown.map(idOf), [shown]), listing.isPending)
  const menu = useRowMenu(selection)
  const { openFor } = menu
  const selectedIds = useSelectedIds(selection)
  const selected = useMemo(() => shown.filter((item) => selectedIds.has(idOf(item))), [selectedIds, shown])

  const columns = useMemo(() => assetColumns(language), [language])
  const describe = useMemo(() => describeAssets(language, shownConditions), [language, shownConditions])
  const clearFilter = () => {
    props.clearFilters()
    setText("")
  }
  useRoomKeys({ selection, details, isNarrow, clearFilter })
  const changeSort = (next: Sort) => {
    keepPreference(`${spaceId}.assets`, { view, sort: next })
    look({ sort: next })
    const name = next.column === "name" ? t.files.columns.name : columns.find(({ id }) => id === next.column)?.label
    announce(t.files.sorted(name ?? next.column, next.isAscending))
  }
  const changeView = (next: typeof view) => {
    keepPreference(`${spaceId}.assets`, { view: next, sort })
    look({ view: next })
  }

  const leave = (items: ReadonlyArray<AssetItem>) => {
    const going = new Set(items.map(idOf))
    const next = nextAfter(shown, (item) => going.has(idOf(item)))
    selection.clear()
    if (next !== undefined) requestAnimationFrame(() => grid?.reveal(idOf(next), true))
  }
  const renaming = useRename({
    idOf,
    items: listing.rows,
    nameOf,
    rename: changes.rename,
    reveal: (id) => grid?.reveal(id, true),
    shown
  })
  const open = (item: AssetItem) => {
    if (item._tag === "Folder") return props.onOpenFolder(item.folder.folderId)
    const preview = actionsOf([item]).find(({ id }) => id === "preview")
    if (preview === undefined) details.open(idOf(item))
    else preview.run()
  }
  const actionsOf = useAssetActions(changes, {
    open,
    rename: (item) => renaming.begin(idOf(item)),
    details: (item) => details.open(idOf(item)),
    leave,
    reload: listing.refetch
  })
  const actions = actionsOf(selected)

  const tools = useCallback((item: AssetItem) => (
    <RowTools
      onMenu={(press) => openFor(idOf(item), press)}
    />
  ), [openFor])

  const { assets, folders } = parted(shown)
  const allFolders = useAssetFolders().rows
  useRowGoals(({ folder: folderId, room }) => {
    if (room === "assets") {
      const to = allFolders.find((folder) => folder.folderId === folderId)
      const moved = parted(selected).assets.filter((asset) => asset.folderId !== folderId)
      return moved.length === 0 || to?.folderId !== folderId ? undefined : () => changes.move(moved, to)
    }
    const hasStar = selected.every((item) => item._tag === "Asset" && item.asset.starred === true)
    const wanted = room === "bin" ? "recycle" : room === "starred" && !hasStar ? "star" : undefined
    return actions.find(({ id }) => id === wanted)?.run
  })
  const all = parted(listing.rows)
  const count = listing.isPending || listing.rows.length === 0
    ? ""
    : isFiltered
    ? t.files.itemsShown(shown.length, listing.rows.length, listing.isWhole)
    : t.assets.count(all.folders.length, all.assets.length, listing.isWhole)
  const selectedFiles = parted(selected).assets.flatMap((asset) => fileOf(asset) ?? [])
  useToldFilter(count, needle, passes)

  const detailed = selected.length > 0 ? selected : listing.rows.filter((item) => idOf(item) === details.askedFor)
  const groups = selected.length > 0 ? menuGroups(actions) : addEntries
  return (
    <>
      <title>{t.shell.title(title)}</title>
      <ListBanner count={listing.rows.length} list={listing} />
      <div className={barStyles.bar} data-dragging={isDragging || undefined} data-region="bar">
        {isNarrow && isFinding ? <NarrowFind onClose={() => setFinding(false)} title={title} /> : props.crumbs}
        {selected.length > 0
          ? (
            <SelectionBar
              actions={actions}
              count={selected.length}
              onClear={() => selection.clear()}
              size={selectedFiles.reduce((sum, { size }) => sum + size, 0)}
            />
          )
          : <div className={barStyles.actions} hidden={isNarrow}>{props.barEnd}</div>}
        {isNarrow && !isFinding && selected.length === 0 ? <NarrowTools onFilter={() => setFinding(true)} /> : null}
      </div>
      <div className={barStyles.chips} data-dims="">
        {props.chips}
        <span className={barStyles.number}>{count}</span>
        {view === "grid" ? <GridSort columns={columns} onSort={changeSort} sort={sort} /> : null}
        <ViewSwitch onView={changeView} view={view} />
        <DetailsButton isOpen={details.isOpen} onToggle={details.toggle} />
      </div>
      {listing.isPending
        ? <Skeleton columns={columns} label={title} sort={sort} view={view} />
        : shown.length === 0
        ? (
          <RoomEmpty
            clearFilters={clearFilter}
            count={listing.rows.length}
            empty={props.empty}
            error={listing.error}
            isFiltered={isFiltered}
            needle={passes === undefined ? text.trim() : ""}
            refetch={listing.refetch}
          />
        )
        : (
          <>
            {props.aboveList}
            <ItemGrid
              accepts={(_folder, ids) => holdsAssets(ids)}
              columns={columns}
              describe={describe}
              dragLabel={(ids) => t.files.drag.items(ids.length)}
              filter={isFiltered ? `${needle}/${props.chip ?? ""}` : ""}
              headEnd={
                <IconButton
                  icon={view === "list" ? LayoutGrid : List}
                  label={t.files.views[view === "list" ? "grid" : "list"]}
                  onPress={() => changeView(view === "list" ? "grid" : "list")}
                />
              }
              isDimmed={!isOnline}
              items={shown}
              label={title}
              onDrop={(to, ids) => {
                const dropped = assets.filter(({ assetId }) => ids.includes(assetId))
                if (to._tag === "Folder" && dropped.length > 0) changes.move(dropped, to.folder)
              }}
              onMenu={(_item, at) => menu.open(at)}
              onOpen={open}
              onRename={(item) => actionsOf([item]).find(({ id }) => id === "rename")?.run()}
              onSort={changeSort}
              ref={setGrid}
              rename={renaming.field}
              scroll={scroll}
              selection={selection}
              sort={sort}
              tilesHead={t.assets.place}
              tools={tools}
              total={listing.isWhole ? assets.length + folders.length : undefined}
              view={view}
            />
          </>
        )}
      {details.isOpen
        ? (
          <Part onFail={details.close}>
            <AssetDetails items={detailed} onClose={details.close} />
          </Part>
        )
        : null}
      <ActionShortcuts actions={actions} />
      {menu.place === undefined || groups.length === 0 ? null : (
        <ContextMenu
          at={menu.place}
          groups={groups}
          head={selectedFiles.length > 1 ? <MenuHead files={selectedFiles} /> : undefined}
          label={selected.length > 0 ? t.files.selected(selected.length) : title}
          onClose={menu.close}
          sheetHead={selectedFiles.length > 0 ? <MenuHead files={selectedFiles} isLarge /> : undefined}
        />
      )}
    </>
  )
}
