/**
 * A folder with all that is in it.
 */
import type { Catalogue } from "./Catalogue.js"
import type { Entry } from "./CatalogueEntry.js"
import { rootId } from "./CatalogueEntry.js"

/**
 * The entry itself and everything below it that `wanted` takes, each folder before what it holds. What is below an entry
 * that is not taken is not looked at.
 */
export const treeOf = (
  catalogue: Pick<Catalogue, "childrenOf">,
  top: Entry,
  wanted: (entry: Entry) => boolean
): ReadonlyArray<Entry> => {
  const tree = [top]
  // The list grows while it is walked.
  for (const entry of tree) {
    if (entry.type !== "folder") continue
    // One by one: a call takes only so many arguments, and a folder may hold more.
    for (const child of catalogue.childrenOf(entry.spaceId, entry.fileId)) if (wanted(child)) tree.push(child)
  }
  return tree
}

/**
 * Says whether a folder is the entry itself or lies below it.
 */
export const isWithin = (catalogue: Catalogue, top: Entry, folderId: string): boolean => {
  for (let at = folderId; at !== rootId;) {
    if (at === top.fileId) return true
    const folder = catalogue.entry(top.spaceId, at)
    if (folder === undefined) return false
    at = folder.parentFileId
  }
  return false
}
