/**
 * The name that a source goes by.
 *
 * @since 1.0.7
 */
import type { SourceInput } from "../../services/UploadSource.js"
import { isFileHandle, problemOfSource } from "../../services/UploadSource.js"

/**
 * @since 1.0.7
 * @category models
 */
export interface NameOption {
  readonly name?: string | undefined
}

/**
 * @since 1.0.7
 * @category models
 */
export interface OpenOptions extends NameOption {
  readonly onSpooled?: ((bytes: number) => void) | undefined
}

/**
 * @since 1.0.7
 * @category predicates
 */
export const isStream = (input: SourceInput): input is AsyncIterable<Uint8Array> =>
  typeof input === "object" && Symbol.asyncIterator in input

/**
 * The name given, else the file's own; `undefined` when there is neither. `baseName` says which name a path ends with.
 *
 * @since 1.0.7
 * @category combinators
 */
export const nameOf = (
  input: SourceInput,
  options: NameOption | undefined,
  baseName?: (path: string) => string
): string | undefined => {
  if (options?.name !== undefined) return options.name
  if (problemOfSource(input) !== undefined) return undefined
  if (input instanceof Blob) {
    // Read once: a browser makes a new string each time, and a page may start ten thousand uploads in one loop.
    const name = "name" in input ? input.name : undefined
    return typeof name === "string" ? name : undefined
  }
  if (isFileHandle(input)) return input.name
  // A stream of a file in Node has its path too.
  return typeof input === "object" && "path" in input && typeof input.path === "string"
    ? baseName?.(input.path)
    : undefined
}

/**
 * The size, where it is known without asking the disk.
 *
 * @since 1.0.7
 * @category combinators
 */
export const sizeOf = (input: SourceInput): number | undefined => {
  if (input instanceof Blob) return input.size
  if (input instanceof Uint8Array) return input.byteLength
  if (typeof input === "string") return new TextEncoder().encode(input).byteLength
  return undefined
}
