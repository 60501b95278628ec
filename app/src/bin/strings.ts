/** What the entry needs; the rest comes with this feature: `laterStrings.ts`. */
export const strings = {
  place: "Recycle bin",
  restore: "Restore",
  remove: "Delete forever",
  cleared: "The bin is empty",
  notCleared: "The bin was not cleared"
}
