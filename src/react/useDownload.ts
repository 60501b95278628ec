"use client"
/**
 * One download.
 *
 * @since 1.0.7
 */
import { useCallback } from "react"
import type { DownloadSnapshot } from "../domain/DownloadSnapshot.js"
import { useDrive } from "./useDrive.js"
import { useSelected } from "./useSelected.js"

const whole = (snapshot: DownloadSnapshot): DownloadSnapshot => snapshot

/**
 * The snapshot of a download, or what `select` takes of it; `undefined` when it is not in the list, and on the server.
 * A component renders only when that value is another one (`Object.is`, or `equal`). Unmounting does nothing to the download.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useDownload: {
  (id: string): DownloadSnapshot | undefined
  <A>(id: string, select: (snapshot: DownloadSnapshot) => A, equal?: (one: A, other: A) => boolean): A | undefined
} = (
  id: string,
  select: (snapshot: DownloadSnapshot) => unknown = whole,
  equal: (one: unknown, other: unknown) => boolean = Object.is
) => {
  const drive = useDrive()
  const subscribe = useCallback((listener: () => void) => drive.downloads.subscribe(listener, id), [drive, id])
  const read = useCallback(() => drive.downloads.snapshot(id), [drive, id])
  // the overloads say which of the two comes back
  return useSelected(subscribe, read, select, equal) as DownloadSnapshot | undefined
}
