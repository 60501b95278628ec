/**
 * What `Bun.file` gives, and `openAsBlob` in Bun: a Blob that stands for a file. It reads what the file has at that moment without a
 * word, ends where it ended when its size was first asked for, and is empty where there is no file (tried in Bun 1.4.5).
 *
 * @since 1.0.7
 */
import * as fs from "node:fs"
import type { SourceInput } from "../../../services/UploadSource.js"

/** A `File` has bytes of its own; what has a `presign` lies in a bucket. */
const pathOf = (input: SourceInput): string | undefined => {
  if (!("Bun" in globalThis) || !(input instanceof Blob) || input instanceof File || "presign" in input) {
    return undefined
  }
  const name: unknown = Reflect.get(input, "name")
  return typeof name === "string" ? name : undefined
}

const find = (path: string): fs.Stats | undefined => fs.statSync(path, { throwIfNoEntry: false })

/**
 * A whole file by its path, so that it is opened and watched as any other. A slice stays a Blob, as does what may be one: a file that
 * has another size by now.
 *
 * @since 1.0.7
 * @category combinators
 */
export const asPath = (input: SourceInput): SourceInput => {
  const path = pathOf(input)
  if (path === undefined) return input
  const file = find(path)
  const isSlice = file !== undefined && input instanceof Blob && input.size !== file.size
  return isSlice ? input : { path }
}

/**
 * Whether a slice may change while it is read, and whether its file already has; `undefined` of any other Blob.
 *
 * @since 1.0.7
 * @category combinators
 */
export const watchSlice = (blob: Blob): { readonly hasChanged: boolean } | undefined => {
  const path = pathOf(blob)
  if (path === undefined) return undefined
  const known = Number(Reflect.get(blob, "lastModified"))
  const now = find(path)?.mtimeMs
  // Bun tells whole milliseconds.
  return { hasChanged: now === undefined || Math.abs(now - known) > 1 }
}
