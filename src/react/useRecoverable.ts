"use client"
/**
 * Uploads of earlier runs of the page.
 *
 * @since 1.0.7
 */
import { useCallback, useEffect, useState } from "react"
import type { UploadSnapshot } from "../domain/UploadSnapshot.js"
import { isDriveError } from "../promise/DriveError.js"
import type { DriveError } from "../promise/DriveError.js"
import { useDrive } from "./useDrive.js"
import { useSessionState } from "./useSession.js"
import type { UploadsView } from "./useUploads.js"
import { useUploads } from "./useUploads.js"

/**
 * Unfinished uploads of earlier runs, and what can be done with each.
 *
 * @since 1.0.7
 * @category models
 */
export interface RecoverableHook {
  /** Those that wait to be resumed; with `needsFile` the file must be picked again. */
  readonly items: ReadonlyArray<UploadSnapshot>
  readonly error: DriveError | undefined
  /** Resumes one; `file`: the file, if it has to be picked again. */
  readonly resume: (id: string, file?: File) => Promise<void>
  /** Discards the upload and deletes its parts from the storage. */
  readonly forget: (id: string) => Promise<void>
}

interface Found {
  readonly ids: ReadonlyArray<string>
  readonly error?: DriveError | undefined
}

const waits = ({ counts, ids }: UploadsView): string => `${ids.length} ${counts.paused} ${counts.needsFile}`

/**
 * Puts this user's unfinished uploads of earlier runs on the list of uploads, after each sign-in.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useRecoverable = (): RecoverableHook => {
  const drive = useDrive()
  const { status } = useSessionState()
  const [found, setFound] = useState<Found>({ ids: [] })
  // whenever one of them moves on
  useUploads(waits)
  const isReady = status === "ready"
  useEffect(() => {
    if (!isReady) return
    let isGone = false
    drive.uploads.recoverable().then(
      (uploads) => isGone || setFound({ ids: uploads.map(({ id }) => id) }),
      (error: unknown) => isGone || setFound({ ids: [], error: isDriveError(error) ? error : undefined })
    )
    return () => {
      isGone = true
    }
  }, [drive, isReady])
  const resume = useCallback((id: string, file?: File) => drive.uploads.resume(id, file), [drive])
  const forget = useCallback(
    (id: string) => drive.uploads.cancel(id).then(() => drive.uploads.remove(id)),
    [drive]
  )
  const items = found.ids.flatMap((id) => drive.uploads.snapshot(id) ?? [])
    .filter(({ status: { _tag } }) => _tag === "paused" || _tag === "needsFile")
  return { items, error: found.error, resume, forget }
}
