import type { FileRow } from "effect-drive/react"
import { useDrive, useSelectedIds } from "effect-drive/react"
import { FolderPlus, LayoutGrid, List } from "lucide-react"
import type { ReactElement } from "react"
import { useCallback, useEffect, useMemo, useState } from "react"
import { useLanguage } from "../language/Language.js"
import { ContextMenu } from "../parts/ContextMenu.js"
import { useOpenDialog } from "../parts/Dialogs.js"
import type { KindFilter } from "../parts/fileKind.js"
import { fileKind, kindFilterOf } from "../parts/fileKind.js"
import type { ItemGridHandle } from "../parts/grid/ItemGrid.js"
import { ItemGrid } from "../parts/grid/ItemGrid.js"
import { nextAfter } from "../parts/grid/nextAfter.js"
import { Skeleton } from "../parts/grid/Skeleton.js"
import { IconButton } from "../parts/IconButton.js"
import { loadedLater } from "../parts/loadedLater.js"
import { Part } from "../parts/Part.js"
import { useShortcut } from "../parts/Shortcuts.js"
import { useMedia } from "../parts/useMedia.js"
import type { FileContext } from "../shell/Feature.js"
import { useFeatures } from "../shell/Feature.js"
import { FileViewer } from "../shell/FileViewer.js"
import { useOfferedFilterText } from "../shell/FilterText.js"
import { ListBanner } from "../shell/ListBanner.js"
import { useOnline } from "../shell/OfflineBanner.js"
import type { Place } from "../shell/routes.js"
import { useSpace } from "../shell/Spaces.js"
import { useReturnTo } from "../shell/useReturnTo.js"
import { useRoute } from "../shell/useRoute.js"
import { ActionShortcuts } from "./ActionShortcuts.js"
import { bindActions } from "./bindActions.js"
import { fileColumns } from "./columns.js"
import { makeConditions, useConditions } from "./Conditions.js"
import { describeFiles } from "./describeFiles.js"
import { FilterBar } from "./FilterBar.js"
import { FolderBar } from "./FolderBar.js"
import { FolderBody } from "./FolderBody.js"
import { GridSort } from "./GridSort.js"
import { menuGroups } from "./menuGroups.js"
import type { Crumb } from "./queries.js"
import { rootFolder } from "./queries.js"
import { RowTools } from "./RowTools.js"
import { useClipboardKeys } from "./useClipboardKeys.js"
import { useDetails } from "./useDetails.js"
import type { Folder } from "./useFolder.js"
import { useFolderChanges } from "./useFolderChanges.js"
import { useFolderGoals } from "./useFolderGoals.js"
import { useListLook } from "./useListLook.js"
import { useNewFolder } from "./useNewFolder.js"
import { takesFocus, useOpenFolder } from "./useOpenFolder.js"
import { useRename } from "./useRename.js"
import { useRoomKeys } from "./useRoomKeys.js"
import { useRowMenu } from "./useRowMenu.js"
import { useSelectionMemory } from "./useSelectionMemory.js"
import { useSorted } from "./useSorted.js"
import { useToldFilter } from "./useToldFilter.js"

const MenuHead = loadedLater(async () => (await import("./MenuHead.js")).MenuHead)
const DetailsAside = loadedLater(async () => (await import("./DetailsAside.js")).DetailsAside)
const AddButton = loadedLater(async () => (await import("./AddButton.js")).AddButton)

export interface FolderViewProps {
  readonly folder: Folder
  readonly place: Place
}

/** One folder: the way to it, what can be done in it, and what is in it. */
export const FolderView = ({ folder, place }: FolderViewProps): ReactElement => {
  const language = useLanguage()
  const { t } = language
  const drive = useDrive()
  const space = useSpace()
  const features = useFeatures()
  const openDialog = useOpenDialog()
  const { go, look } = useRoute()
  const { setText, text } = useOfferedFilterText()
  const folderId = place.folder ?? rootFolder
  const [conditions] = useState(makeConditions)
  const shownConditions = useConditions(conditions)
  const changes = useFolderChanges(folderId, conditions, () => folder.files.map(({ name }) => name))
  const [grid, setGrid] = useState<ItemGridHandle | null>(null)
  const [kinds, setKinds] = useState<ReadonlySet<KindFilter>>(new Set())
  const isNarrow = useMedia("(width < 640px)")
  const isTouch = useMedia("(pointer: coarse)")
  const details = useDetails(isNarrow)
  const isOnline = useOnline()

  const columns = useMemo(() => fileColumns(language), [language])
  const { changeSort, changeView, preview: previewed, sort, view } = useListLook(columns)

  const sorted = useSorted(folder.files, sort)
  const needle = text.trim().toLowerCase()
  const filter = [needle, ...kinds].join("/")
  const isFiltered = filter !== ""
  const shown = useMemo(() =>
    !isFiltered ? sorted : sorted.filter((file) => {
      const kind = kindFilterOf(fileKind(file.name, file.type === "folder"))
      return (kinds.size === 0 || (kind !== undefined && kinds.has(kind))) && file.name.toLowerCase().includes(needle)
    }), [isFiltered, kinds, needle, sorted])
  const { scroll, selection } = useSelectionMemory(
    useMemo(() => shown.map(({ fileId }) => fileId), [shown]),
    folder.isPending
  )
  const menu = useRowMenu(selection)
  const { openFor } = menu
  const selectedIds = useSelectedIds(selection)
  const selected = useMemo(
    () => selectedIds.size === 0 ? [] : folder.files.filter(({ fileId }) => selectedIds.has(fileId)),
    [folder.files, selectedIds]
  )

  const title = folder.crumbs?.at(-1)?.name ?? t.files.place
  const count = folder.isPending || folder.files.length === 0
    ? ""
    : isFiltered
    ? t.files.itemsShown(shown.length, folder.files.length, folder.isWhole)
    : t.files.items(folder.files.length, folder.isWhole)
  useToldFilter(count, filter)

  const detailed = selected.length > 0 ? selected : folder.files.filter(({ fileId }) => fileId === details.askedFor)

  const viewable = useMemo(
    () => previewed === undefined ? [] : shown.filter(({ type }) => type !== "folder"),
    [previewed, shown]
  )
  /** By touch, with one selected, a tap would select the next one and open nothing. */
  const point = (id: string) => {
    if (isTouch) selection.clear()
    else selection.select(id)
    grid?.reveal(id, true)
  }
  useReturnTo(previewed, point)

  const describe = useMemo(() => describeFiles(language, shownConditions), [language, shownConditions])

  const actions = features.flatMap((feature) => feature.fileActions ?? [])
  const opening = useOpenFolder(place)
  useEffect(() => {
    const isShown = grid !== null || (!folder.isPending && folder.files.length === 0)
    if (!isShown || !takesFocus(place)) return
    if (grid === null) document.getElementById("list")?.focus()
    else grid.focus()
  })
  const open = (file: FileRow) => {
    // until the service has made it, nothing has its id
    if (file.pending === "copied") return
    if (file.type === "folder") return opening.open(file)
    look({ preview: file.fileId })
  }
  /** These are about to leave the list: the focus goes to the next row. */
  const leave = (ids: ReadonlyArray<string>) => {
    const next = nextAfter(shown, ({ fileId }) => ids.includes(fileId))
    selection.clear()
    if (next !== undefined) requestAnimationFrame(() => grid?.reveal(next.fileId, true))
  }
  const move = (ids: ReadonlyArray<string>, to: Crumb) => {
    changes.move(ids, to)
    leave(ids)
  }
  const drop = (ids: ReadonlyArray<string>, to: Crumb, isCopy: boolean) =>
    isCopy ? changes.copy(ids, to) : move(ids, to)
  const rename = useRename({
    idOf: ({ fileId }) => fileId,
    items: folder.files,
    nameOf: ({ name }) => name,
    rename: changes.rename,
    reveal: (id) => grid?.reveal(id, true),
    shown
  })
  const contextOf = (files: ReadonlyArray<FileRow>): FileContext => ({
    drive,
    space,
    folder: folderId,
    files,
    t,
    openDialog,
    list: {
      open,
      rename: rename.begin,
      recycle: (files) => {
        changes.recycle(files)
        leave(files.map(({ fileId }) => fileId))
      },
      star: changes.star,
      copyHere: (copied) => changes.copy(copied.map(({ fileId }) => fileId)),
      move: (moved, to) => move(moved.map(({ fileId }) => fileId), to),
      copy: (copied, to) => changes.copy(copied.map(({ fileId }) => fileId), to),
      details: ({ fileId }) => details.open(fileId),
      reload: changes.reload
    }
  })
  const context = contextOf(selected)
  const offered = bindActions(actions, context)
  useFolderGoals(context, offered)

  const newFolder = useNewFolder(changes.createFolder, (id) => {
    if (grid === null || selection.positionOf(id) === undefined) return false
    point(id)
    return true
  })
  const parent = folder.crumbs === undefined || folder.crumbs.length === 0
    ? undefined
    : { ...place, folder: folder.crumbs.at(-2)?.fileId }
  const clearFilter = () => {
    setKinds(new Set())
    setText("")
  }
  useRoomKeys({ selection, details, isNarrow, clearFilter })
  useShortcut("up", parent === undefined ? undefined : () => go(parent))
  useShortcut("new-folder", newFolder)
  const pasteEntries = useClipboardKeys({ changes, conditions, crumbs: folder.crumbs, folderId, selected, title })

  const tools = useCallback((file: FileRow) => (
    <RowTools
      onMenu={(press) => openFor(file.fileId, press)}
    />
  ), [openFor])

  const newFolderEntry = { id: "new-folder", label: t.files.newFolder, icon: FolderPlus, onAction: newFolder }
  const addEntries = [
    ...features.flatMap((feature) => feature.addEntries?.({ drive, folder: folderId, space, t }) ?? []),
    newFolderEntry
  ]
  const folderActions = features.flatMap((feature) => feature.folderActions ?? [])
  const viewSwitch = (
    <IconButton
      icon={view === "list" ? LayoutGrid : List}
      label={t.files.views[view === "list" ? "grid" : "list"]}
      onPress={() => changeView(view === "list" ? "grid" : "list")}
    />
  )
  return (
    <>
      <title>{t.shell.title(title)}</title>
      <ListBanner count={folder.files.length} list={folder} />
      <FolderBar
        actions={offered}
        crumbs={folder.crumbs ?? (folder.error === null ? undefined : [])}
        isNarrow={isNarrow}
        onClear={() => selection.clear()}
        onDrop={drop}
        onNewFolder={newFolder}
        place={place}
        selected={selected}
        title={title}
      >
        {folderActions.map((Action, index) => <Action folder={folderId} key={index} />)}
      </FolderBar>
      <FilterBar
        count={count}
        details={details}
        kinds={kinds}
        onKinds={setKinds}
        onView={changeView}
        sorting={view === "grid" ? <GridSort columns={columns} onSort={changeSort} sort={sort} /> : null}
        view={view}
      />
      <FolderBody
        clearFilter={clearFilter}
        firstAction={isNarrow
          ? (
            <Part>
              <AddButton entries={addEntries} isFirst />
            </Part>
          )
          : folderActions.map((Action, index) => <Action folder={folderId} key={index} />)}
        folder={folder}
        isFiltered={isFiltered}
        isNarrow={isNarrow}
        kinds={kinds}
        needle={text.trim()}
        shownCount={shown.length}
        skeleton={<Skeleton columns={columns} label={title} sort={sort} view={view} />}
        title={title}
      >
        <ItemGrid
          accepts={() => true}
          columns={columns}
          describe={describe}
          canCopy
          filter={filter}
          dragLabel={(ids) => t.files.drag.items(ids.length)}
          headEnd={viewSwitch}
          isDimmed={!isOnline || opening.isLeaving}
          items={shown}
          label={title}
          onDrop={(to, ids, isCopy) => drop(ids, to, isCopy)}
          onMenu={(_file, at) => menu.open(at)}
          onOpen={open}
          onOpenBeside={opening.openBeside}
          onRename={({ fileId }) => rename.begin(fileId)}
          onSort={changeSort}
          ref={setGrid}
          rename={rename.field}
          scroll={scroll}
          selection={selection}
          sort={sort}
          tools={tools}
          total={folder.isWhole ? shown.length : undefined}
          view={view}
        />
      </FolderBody>
      {details.isOpen ?
        (
          <Part onFail={details.close}>
            <DetailsAside
              file={detailed.length === 1 ? detailed[0] : undefined}
              onClose={details.close}
              selected={detailed}
              where={title}
            />
          </Part>
        ) :
        null}
      {previewed === undefined ? null : (
        <FileViewer
          contextOf={contextOf}
          fileId={previewed}
          files={viewable}
          isWhole={folder.isWhole}
          onClose={() => look({ preview: undefined })}
          onShow={(fileId) => look({ preview: fileId })}
          where={title}
        />
      )}
      {isNarrow ?
        (
          <Part>
            <AddButton entries={addEntries} />
          </Part>
        ) :
        null}
      <ActionShortcuts actions={offered} />
      {menu.place === undefined ? null : (
        <ContextMenu
          at={menu.place}
          groups={selected.length > 0 ? menuGroups(offered) : [addEntries, pasteEntries]}
          head={selected.length > 1 ? <MenuHead files={selected} /> : undefined}
          label={selected.length > 0 ? t.files.selected(selected.length) : title}
          onClose={menu.close}
          sheetHead={selected.length > 0 ? <MenuHead files={selected} isLarge /> : undefined}
        />
      )}
    </>
  )
}
