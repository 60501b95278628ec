"use client"
/**
 * The list of uploads.
 *
 * @since 1.0.7
 */
import { useCallback, useSyncExternalStore } from "react"
import type { UploadId } from "../domain/Ids.js"
import { useDrive } from "./useDrive.js"

const none: ReadonlyArray<UploadId> = []

/**
 * Ids of all uploads, the same array until one comes or goes. Progress does not render it: that is `useUpload`, per row.
 * On the server the list is empty.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useUploads = (): ReadonlyArray<UploadId> => {
  const drive = useDrive()
  const subscribe = useCallback((listener: () => void) => drive.uploads.subscribe(listener), [drive])
  const ids = useCallback(() => drive.uploads.list(), [drive])
  return useSyncExternalStore(subscribe, ids, () => none)
}
