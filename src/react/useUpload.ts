"use client"
/**
 * One upload.
 *
 * @since 1.0.7
 */
import { useCallback } from "react"
import type { UploadSnapshot } from "../domain/UploadSnapshot.js"
import { useDrive } from "./useDrive.js"
import { useSelected } from "./useSelected.js"

const whole = (snapshot: UploadSnapshot): UploadSnapshot => snapshot

/**
 * The snapshot of an upload, or what `select` takes of it; `undefined` when it is not in the list, and on the server.
 * A component renders only when that value is another one (`Object.is`, or `equal`). Unmounting does nothing to the upload.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useUpload: {
  (id: string): UploadSnapshot | undefined
  <A>(id: string, select: (snapshot: UploadSnapshot) => A, equal?: (one: A, other: A) => boolean): A | undefined
} = (
  id: string,
  select: (snapshot: UploadSnapshot) => unknown = whole,
  equal: (one: unknown, other: unknown) => boolean = Object.is
) => {
  const drive = useDrive()
  const subscribe = useCallback((listener: () => void) => drive.uploads.subscribe(listener, id), [drive, id])
  const read = useCallback(() => drive.uploads.snapshot(id), [drive, id])
  // the overloads say which of the two comes back
  return useSelected(subscribe, read, select, equal) as UploadSnapshot | undefined
}
