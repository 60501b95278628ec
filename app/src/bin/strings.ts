import { counted, format } from "../language/english.js"

export const strings = {
  place: "Recycle bin",
  about: "Things stay here until you delete them for ever. Storage space is freed then.",
  columns: { wasIn: "Was in", deleted: "Deleted" },
  sum: (count: number, size: number) => `${counted(count, "item", "items")} · ${format.bytes(size)}`,
  restore: "Restore",
  remove: "Delete for ever",
  removeMore: "Delete for ever…",
  clear: "Clear the bin",
  clearMore: "Clear the bin…",
  restored: (count: number) =>
    `${counted(count, "item is", "items are")} back where ${count === 1 ? "it was" : "they were"}`,
  removed: (count: number) => `${counted(count, "item", "items")} deleted for ever`,
  cleared: "The bin is empty",
  empty: "The bin is empty",
  emptyText: "What you delete comes here first, and you can take it back.",
  removeTitle: (count: number) => `Delete ${counted(count, "item", "items")} for ever?`,
  removeText: (files: number, size: number) => `${counted(files, "file", "files")}, ${format.bytes(size)}.`,
  noUndo: "This cannot be undone.",
  andMore: (count: number) => `and ${format.count(count)} more`,
  andMoreSince: (count: number, date: string) => `and ${format.count(count)} more, the oldest from ${date}`,
  clearTitle: "Clear the bin?",
  clearText: (count: number, size: number) =>
    `${count === 1 ? "The one item is" : `All ${format.count(count)} items are`} deleted for ever · ${
      format.bytes(size)
    }`,
  clearSpace: (space: string) => `This empties the bin for everyone in ${space}.`,
  clearNoUndo: "It cannot be undone."
}
