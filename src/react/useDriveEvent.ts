"use client"
/**
 * Events of the drive, while a component is mounted.
 *
 * @since 1.0.7
 */
import { useEffect } from "react"
import type { DriveEvent } from "../services/DriveEvents.js"
import { useDrive } from "./useDrive.js"
import { useLatest } from "./useLatest.js"

/**
 * Calls the newest `handler` for each event of this kind; it need not be memoised.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useDriveEvent = <Tag extends DriveEvent["_tag"]>(
  tag: Tag,
  handler: (event: Extract<DriveEvent, { readonly _tag: Tag }>) => void
): void => {
  const drive = useDrive()
  const latest = useLatest(handler)
  useEffect(() => drive.events.on(tag, (event) => latest.current(event)), [drive, tag, latest])
}
