"use client"
/**
 * The uploads as a whole.
 *
 * @since 1.0.7
 */
import { useCallback, useMemo, useSyncExternalStore } from "react"
import type { UploadId } from "../domain/Ids.js"
import type { UploadTotals } from "../domain/UploadStatus.js"
import { noCounts } from "../domain/UploadStatus.js"
import type { DriveClient } from "../promise/DriveClient.js"
import { useDrive } from "./useDrive.js"
import { memoizeSelector } from "./useSelected.js"

/**
 * The ids, and all uploads together: `counts` by status, bytes `sent` of `size`, `speed`, `eta`.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadsView extends UploadTotals {
  readonly ids: ReadonlyArray<UploadId>
}

const none: ReadonlyArray<UploadId> = []

const nothing: UploadTotals = { counts: noCounts, sent: 0, size: 0, speed: 0, eta: undefined }

const serverView: UploadsView = { ids: none, ...nothing }

const viewOf = (drive: DriveClient) => {
  let last = serverView
  let totals: UploadTotals | undefined
  return (): UploadsView => {
    const ids = drive.uploads.list()
    const now = drive.uploads.totals()
    if (last.ids !== ids || totals !== now) {
      totals = now
      last = { ids, ...now }
    }
    return last
  }
}

/**
 * What `select` returns for the totals of all uploads; without it their ids, the same array until an upload is added or
 * removed. A component renders only if that value changes (by `Object.is`, or `equal`). For a single upload use
 * `useUpload`. On the server there are none.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useUploads: {
  (): ReadonlyArray<UploadId>
  <A>(select: (uploads: UploadsView) => A, equal?: (one: A, other: A) => boolean): A
} = (
  select: (uploads: UploadsView) => unknown = idsOf,
  equal: (one: unknown, other: unknown) => boolean = Object.is
) => {
  const drive = useDrive()
  const subscribe = useCallback((listener: () => void) => drive.uploads.subscribeTotals(listener), [drive])
  const view = useMemo(() => viewOf(drive), [drive])
  const read = useMemo(() => memoizeSelector(view, select, equal), [view, select, equal])
  // the overloads say which of the two comes back
  return useSyncExternalStore(subscribe, read, () => select(serverView)) as never
}

const idsOf = ({ ids }: UploadsView): ReadonlyArray<UploadId> => ids
