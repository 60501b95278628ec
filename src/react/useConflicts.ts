"use client"
/**
 * Uploads whose name was taken, one question after the other.
 *
 * @since 1.0.7
 */
import { useCallback } from "react"
import type { UploadSnapshot } from "../domain/UploadSnapshot.js"
import type { DriveClient } from "../promise/DriveClient.js"
import type { ConflictChoice } from "../services/FolderUploads.js"
import { useDrive } from "./useDrive.js"
import { useUpload } from "./useUpload.js"
import type { UploadsView } from "./useUploads.js"
import { useUploads } from "./useUploads.js"

/**
 * The uploads whose name was taken, and how to answer.
 *
 * @since 1.0.7
 * @category models
 */
export interface ConflictsHook {
  /** The upload that is asked about. */
  readonly current: UploadSnapshot | undefined
  /** How many uploads wait for an answer, including the current one. */
  readonly remaining: number
  /**
   * Uploads beside the existing file, replaces it, or skips the upload: the current one, if it still waits. `applyToAll`: answers for
   * all that wait.
   */
  readonly resolve: (choice: ConflictChoice, options?: { readonly applyToAll?: boolean | undefined }) => Promise<void>
  /** Cancels all uploads that wait for an answer. */
  readonly cancelAll: () => Promise<void>
}

const inConflict = ({ uploads }: DriveClient): ReadonlyArray<string> =>
  uploads.list().filter((id) => uploads.snapshot(id)?.status._tag === "conflict")

const countOf = ({ counts }: UploadsView): number => counts.conflict

/**
 * Asks about uploads whose name was taken, one after the other.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useConflicts = (): ConflictsHook => {
  const drive = useDrive()
  const remaining = useUploads(countOf)
  const [first = ""] = remaining === 0 ? [] : inConflict(drive)
  // it may be answered elsewhere while another one comes, which leaves their number as it was
  const current = useUpload(first)
  const resolve = useCallback<ConflictsHook["resolve"]>(async (choice, { applyToAll = false } = {}) => {
    const ids = applyToAll ? inConflict(drive) : [first]
    // it does nothing for one that waits no longer
    await Promise.all(ids.map((id) => drive.uploads.settleConflict(id, choice)))
  }, [drive, first])
  const cancelAll = useCallback(() => resolve("skip", { applyToAll: true }), [resolve])
  return { current, remaining, resolve, cancelAll }
}
