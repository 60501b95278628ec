/** Where the focus goes when some items leave a list: to what stands below the last of them, else to what stands above. */
export const nextAfter = <Item>(
  items: ReadonlyArray<Item>,
  isLeaving: (item: Item) => boolean
): Item | undefined => {
  const last = items.findLastIndex(isLeaving)
  return items.slice(last + 1).find((item) => !isLeaving(item)) ??
    items.slice(0, Math.max(0, last)).findLast((item) => !isLeaving(item))
}
