import { counted, format } from "../language/format.en.js"

/** What the entry needs; the rest comes with what it is for: `laterStrings.ts`. */
export const strings = {
  place: "Files",
  starred: "Starred",
  filter: "Filter this list",
  clearFilterText: "Clear the filter text",
  closeFilter: "Close the filter",
  filters: "Filters",
  kinds: { images: "Images", video: "Video", audio: "Audio", documents: "Documents", folders: "Folders" },
  items: (count: number, isAll: boolean) => isAll ? counted(count, "item", "items") : `${format.count(count)}+ items`,
  itemsShown: (shown: number, count: number, isAll: boolean) =>
    `${format.count(shown)} of ${isAll ? counted(count, "item", "items") : `${format.count(count)}+ items`}`,
  printed: (itemsShown: string) => `Printed: ${itemsShown}`,
  view: "View",
  views: { list: "List", grid: "Grid" },
  details: "Details",
  selectOne: "Select one item for details.",
  columns: { name: "Name", kind: "Kind", modified: "Modified", size: "Size", actions: "Actions" },
  sortBy: "Sort by",
  selectAll: "Select all",
  foldersHead: "Folders",
  filesHead: "Files",
  newFolder: "New folder",
  newFolderName: "New folder",
  create: "Create",
  upload: "Upload",
  add: "Add",
  selected: (count: number) => `${format.count(count)} selected`,
  clearSelection: "Clear selection",
  rowName: (
    row: {
      name: string
      kind: string
      size: string | undefined
      modified: string | undefined
      starred: boolean
      linked: boolean
    }
  ) =>
    [
      row.name,
      row.kind,
      row.size,
      row.modified,
      row.starred ? "starred" : undefined,
      row.linked ? "has a link" : undefined
    ]
      .filter((part) => part !== undefined).join(", "),
  sorted: (column: string, isAscending: boolean) => `Sorted by ${column}, ${isAscending ? "ascending" : "descending"}`,
  loading: (folder: string) => `Loading ${folder}`,
  pending: { creating: "Creating…", copying: "Copying…", moving: "Moving…", renaming: "Renaming…", saving: "Saving…" },
  failed: {
    rename: "Not renamed",
    move: "Not moved",
    copy: "Not copied",
    create: "Not created",
    recycle: "Not moved to the bin"
  },
  rename: {
    label: "New name",
    hint: "Enter saves · Esc cancels",
    empty: "Enter a name.",
    use: (name: string) => `Use “${name}”`
  },
  actions: {
    open: "Open",
    preview: "Preview",
    rename: "Rename",
    move: "Move",
    moveTo: "Move to…",
    makeCopy: "Make a copy",
    cut: "Cut",
    copy: "Copy",
    paste: "Paste",
    star: "Add star",
    unstar: "Remove star",
    starShort: "Star",
    tags: "Tags",
    details: "Details",
    recycle: "Move to recycle bin",
    recycleShort: "Recycle",
    reload: "Reload the list"
  },
  empty: {
    title: (folder: string) => `Nothing in “${folder}” yet`,
    text: "Drop files or folders anywhere in this window, paste a picture, or choose files.",
    action: "Choose files",
    filterKind: {
      images: "No pictures in this folder",
      video: "No videos in this folder",
      audio: "No audio in this folder",
      documents: "No documents in this folder",
      folders: "No folders in this folder"
    },
    filterText: (text: string) => `Nothing here has “${text}” in its name`,
    filterMany: "Nothing in this folder matches",
    filterHides: (count: number) =>
      count === 1 ? "The filter hides the one item." : `The filter hides all ${format.count(count)} items.`,
    clearFilter: "Clear the filter",
    starredTitle: "Nothing has a star yet",
    starredText: "Star what you often need. It stays where it is and shows up here too."
  },
  drag: {
    items: (count: number) => counted(count, "item", "items"),
    moved: (count: number, folder: string) => `${counted(count, "item", "items")} moved to “${folder}”`
  },
  done: {
    created: (name: string) => `“${name}” created`,
    renamed: (name: string) => `Renamed to “${name}”`,
    recycled: (count: number) => `${counted(count, "item", "items")} moved to the recycle bin`,
    restored: (count: number) => `${counted(count, "item is", "items are")} back`,
    copied: (count: number) => `${counted(count, "item", "items")} copied`,
    undone: "Undone"
  },
  notDone: {
    recycle: (count: number) => `${counted(count, "item was", "items were")} not moved to the bin`,
    undo: "That could not be undone",
    intoItself: "A folder can’t be moved into itself."
  },
  keys: {
    next: "Next, previous",
    selectOne: "Select or deselect",
    extend: "Extend",
    all: "All that is loaded",
    back: "Clear selection, close details, empty filter"
  }
}
