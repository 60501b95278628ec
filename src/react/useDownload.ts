"use client"
/**
 * One download.
 *
 * @since 1.0.7
 */
import type { DownloadSnapshot } from "../domain/DownloadSnapshot.js"
import { useDrive } from "./useDrive.js"
import { useSelected } from "./useSelected.js"

/**
 * The snapshot of a download, or what `select` returns for it; `undefined` if it is not in the list, and on the server.
 * A component renders only if that value changes (by `Object.is`, or `equal`). Unmounting does not affect the download.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useDownload: {
  (id: string): DownloadSnapshot | undefined
  <A>(id: string, select: (snapshot: DownloadSnapshot) => A, equal?: (one: A, other: A) => boolean): A | undefined
} = (
  id: string,
  select?: (snapshot: DownloadSnapshot) => unknown,
  equal?: (one: unknown, other: unknown) => boolean
) =>
  // the overloads say which of the two comes back
  useSelected(useDrive().downloads, id, select, equal) as DownloadSnapshot | undefined
