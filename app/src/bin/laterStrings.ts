import { counted, format } from "../language/format.en.js"

export const strings = {
  about: "Items stay here until you delete them forever. That frees the storage space.",
  columns: { wasIn: "Was in", deleted: "Deleted" },
  sum: (count: number, size: number | undefined, isAll: boolean) => {
    const items = isAll ? counted(count, "item", "items") : `${format.count(count)}+ items`
    return size === undefined ? items : `${items} · ${format.bytes(size)}`
  },
  removeMore: "Delete forever…",
  clear: "Clear the bin",
  clearMore: "Clear the bin…",
  rowName: (row: { name: string; kind: string; size: string | undefined; deleted: string | undefined }) =>
    [row.name, row.kind, row.size, row.deleted === undefined ? undefined : `deleted ${row.deleted}`]
      .filter((part) => part !== undefined).join(", "),
  mustRestore: (name: string) => `“${name}” is in the bin. Restore it to open it.`,
  restored: (count: number) =>
    `${counted(count, "item is", "items are")} back where ${count === 1 ? "it was" : "they were"}`,
  restoredAs: (name: string, restored: string) => `“${name}” is now called “${restored}”`,
  notRestored: (count: number) => `${counted(count, "item was", "items were")} not restored`,
  notRemoved: (count: number) => `${counted(count, "item was", "items were")} not deleted`,
  failed: { restore: "Not restored", remove: "Not deleted" },
  removed: (count: number) => `${counted(count, "item", "items")} deleted forever`,
  clearing: "The bin is being cleared.",
  clearingText: "The drive finishes this by itself. You can leave this page.",
  empty: "The bin is empty",
  emptyText: "What you delete comes here first, and you can restore it.",
  removeTitle: (count: number) => `Delete ${counted(count, "item", "items")} forever?`,
  /** Another sentence follows, as after `clearSpace`: English parts them by a space. */
  removeText: (files: number, size: number) => `${counted(files, "file", "files")}, ${format.bytes(size)}. `,
  taken: {
    title: (count: number) => count === 1 ? "This name is taken" : `${format.count(count)} names are taken`,
    text: (name: string, folder: string) => `“${folder}” already has another “${name}”.`,
    keepBoth: "Keep both",
    keepBothText: (name: string) => `The existing one is renamed to “${name}”.`,
    replace: "Replace",
    replaceText: "The existing one goes to the recycle bin.",
    skip: "Leave it in the bin",
    forAll: (count: number) => `Do this for the other ${format.count(count)} too`
  },
  noUndo: "This cannot be undone.",
  andMore: (count: number) => `and ${format.count(count)} more`,
  andMoreSince: (count: number, date: string) => `and ${format.count(count)} more, the oldest from ${date}`,
  clearTitle: "Clear the bin?",
  clearText: (count: number, size: number | undefined, isAll: boolean) => {
    const items = count === 1 && isAll ? "The one item is" : `All ${format.count(count)}${isAll ? "" : "+"} items are`
    return `${items} deleted forever${size === undefined ? "" : ` · ${format.bytes(size)}`}`
  },
  clearSpace: (space: string) => `This empties the bin for everyone in ${space}. `,
  clearNoUndo: "It cannot be undone."
}
