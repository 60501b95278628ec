/**
 * What differs between the backings of the blob store: where segments lie, and where changes are written down.
 *
 * @since 1.0.7
 */
import type * as Effect from "effect/Effect"
import type { Segment } from "./Blob.js"
import type { BlobWriteError } from "./BlobErrors.js"
import type { Change } from "./BlobIndex.js"
import type { ByteSource } from "./ByteSource.js"

/**
 * Reads a segment from a position on; `undefined` at the end.
 *
 * @since 1.0.7
 * @category models
 */
export interface SegmentReader {
  readonly read: () => Promise<Uint8Array | undefined>
  readonly close: () => Promise<void>
}

/**
 * @since 1.0.7
 * @category models
 */
export interface Backing {
  /** Keeps the bytes for good before it succeeds, and none of them when it fails. An empty source gives `id: ""`. */
  readonly write: <E>(source: ByteSource<E>) => Effect.Effect<Segment, E | BlobWriteError>
  /** `end` is excluded. */
  readonly open: (segment: Segment, start: number, end: number) => SegmentReader
  /** Never fails: what cannot be removed is swept at the next start. */
  readonly remove: (segment: Segment) => Promise<void>
  /**
   * Writes the changes down, all or none, in the order of the calls. When that fails it undoes them, the later ones
   * first.
   */
  readonly record: (changes: ReadonlyArray<Change>, undo: () => void) => Effect.Effect<void, BlobWriteError>
}
