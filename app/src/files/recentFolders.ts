import type { Crumb } from "./queries.js"

/** Folders that something was put into since the page was loaded, the last first. */
const recent = new Map<string, ReadonlyArray<Crumb>>()
const atMost = 3

export const recentFolders = (spaceId: string): ReadonlyArray<Crumb> => recent.get(spaceId) ?? []

export const keepRecent = (spaceId: string, folder: Crumb): void => {
  const others = recentFolders(spaceId).filter(({ fileId }) => fileId !== folder.fileId)
  recent.set(spaceId, [folder, ...others].slice(0, atMost))
}
