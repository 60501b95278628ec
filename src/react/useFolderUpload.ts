"use client"
/**
 * A folder being uploaded.
 *
 * @since 1.0.7
 */
import { useCallback, useSyncExternalStore } from "react"
import type { FolderHandle } from "../promise/FolderHandle.js"
import type { FolderSnapshot } from "../services/FolderUploads.js"

/**
 * The snapshot of a folder upload that `drive.uploads.startFolder` returned; `undefined` without one. Unmounting does
 * not affect the upload.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useFolderUpload = (folder: FolderHandle | undefined): FolderSnapshot | undefined => {
  const subscribe = useCallback((listener: () => void) => folder?.subscribe(listener) ?? (() => {}), [folder])
  const snapshot = () => folder?.snapshot()
  return useSyncExternalStore(subscribe, snapshot, snapshot)
}
