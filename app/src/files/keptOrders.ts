/**
 * The order that a long list had, for whoever comes back to it. Putting it in order again takes a while, and meanwhile the place where
 * it stood would be one among other rows.
 */
import type { FileRow } from "effect-drive/react"
import type { Format } from "../language/Format.js"
import type { Sort } from "../parts/grid/Column.js"

export interface SortedBy extends Sort {
  readonly format: Format
}

interface Kept {
  readonly by: SortedBy
  readonly sorted: ReadonlyArray<FileRow>
}

/** By the first row as it was loaded: what is kept goes with the rows themselves. */
const kept = new WeakMap<FileRow, Kept>()

export const keepOrder = ([first]: ReadonlyArray<FileRow>, by: SortedBy, sorted: ReadonlyArray<FileRow>): void => {
  if (first !== undefined) kept.set(first, { by, sorted })
}

export const keptOrder = (files: ReadonlyArray<FileRow>, by: SortedBy): ReadonlyArray<FileRow> | undefined => {
  const before = files[0] === undefined ? undefined : kept.get(files[0])
  const isOfThis = before?.sorted.length === files.length && before.by.format === by.format &&
    before.by.column === by.column && before.by.isAscending === by.isAscending
  if (!isOfThis) return undefined
  const rows = new Set(before.sorted)
  return files.every((file) => rows.has(file)) ? before.sorted : undefined
}
