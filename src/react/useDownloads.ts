"use client"
/**
 * The list of downloads.
 *
 * @since 1.0.7
 */
import { useCallback, useSyncExternalStore } from "react"
import type { DownloadId } from "../domain/Ids.js"
import { useDrive } from "./useDrive.js"

const none: ReadonlyArray<DownloadId> = []

/**
 * Ids of all downloads; the same array until one is added or removed. Progress does not render the component: use
 * `useDownload` in each row. On the server the list is empty.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useDownloads = (): ReadonlyArray<DownloadId> => {
  const drive = useDrive()
  const subscribe = useCallback((listener: () => void) => drive.downloads.subscribe(listener), [drive])
  return useSyncExternalStore(subscribe, () => drive.downloads.list(), () => none)
}
