"use client"
/**
 * The reads of the selected space.
 *
 * @since 1.0.7
 */
import { useMemo } from "react"
import type { DriveQueries } from "./driveQueries.js"
import { driveQueries } from "./driveQueries.js"
import { useDrive } from "./useDrive.js"
import { useSessionState } from "./useSession.js"

/**
 * `driveQueries` of the nearest drive, for the given space, else for the selected one. The result changes with the
 * selected space.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useDriveQueries = (options: { readonly spaceId?: string | undefined } = {}): DriveQueries => {
  const drive = useDrive()
  const { selected } = useSessionState()
  const spaceId = options.spaceId ?? selected
  return useMemo(() => driveQueries(drive, { spaceId }), [drive, spaceId])
}
