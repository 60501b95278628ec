"use client"
/**
 * One upload.
 *
 * @since 1.0.7
 */
import type { UploadSnapshot } from "../domain/UploadSnapshot.js"
import { useDrive } from "./useDrive.js"
import { useSelected } from "./useSelected.js"

/**
 * The snapshot of an upload, or what `select` returns for it; `undefined` if it is not in the list, and on the server.
 * A component renders only if that value changes (by `Object.is`, or `equal`). Unmounting does not affect the upload.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useUpload: {
  (id: string): UploadSnapshot | undefined
  <A>(id: string, select: (snapshot: UploadSnapshot) => A, equal?: (one: A, other: A) => boolean): A | undefined
} = (
  id: string,
  select?: (snapshot: UploadSnapshot) => unknown,
  equal?: (one: unknown, other: unknown) => boolean
) =>
  // the overloads say which of the two comes back
  useSelected(useDrive().uploads, id, select, equal) as UploadSnapshot | undefined
