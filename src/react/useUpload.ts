"use client"
/**
 * One upload.
 *
 * @since 1.0.7
 */
import { useCallback, useMemo, useSyncExternalStore } from "react"
import type { UploadSnapshot } from "../domain/UploadSnapshot.js"
import { useDrive } from "./useDrive.js"

/** Reads the same selection, as the same value, as long as the snapshot or what was selected of it is the same. */
const remembering = <A>(read: () => UploadSnapshot | undefined, select: (snapshot: UploadSnapshot) => A) => {
  let last: { readonly snapshot: UploadSnapshot | undefined; readonly selected: A | undefined } | undefined
  return (): A | undefined => {
    const snapshot = read()
    if (last !== undefined && last.snapshot === snapshot) return last.selected
    const selected = snapshot === undefined ? undefined : select(snapshot)
    last = { snapshot, selected: Object.is(last?.selected, selected) ? last?.selected : selected }
    return last.selected
  }
}

const whole = (snapshot: UploadSnapshot): UploadSnapshot => snapshot

/**
 * The snapshot of an upload, or what `select` takes of it; `undefined` when it is not in the list, and on the server.
 * A component renders only when that value is another one. Unmounting does nothing to the upload.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useUpload: {
  (id: string): UploadSnapshot | undefined
  <A>(id: string, select: (snapshot: UploadSnapshot) => A): A | undefined
} = (id: string, select: (snapshot: UploadSnapshot) => unknown = whole) => {
  const drive = useDrive()
  const subscribe = useCallback((listener: () => void) => drive.uploads.subscribe(listener, id), [drive, id])
  const snapshot = useMemo(() => remembering(() => drive.uploads.snapshot(id), select), [drive, id, select])
  // the overloads say which of the two comes back
  return useSyncExternalStore(subscribe, snapshot, () => undefined) as UploadSnapshot | undefined
}
