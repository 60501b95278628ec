/**
 * What differs between the backings of the blob store: where segments lie, and where changes are written down.
 */
import type * as Effect from "effect/Effect"
import type { BlobPart, Gathered, Segment } from "./Blob.js"
import type { BlobBroken, BlobNotFound, BlobPartMissing, BlobWriteError } from "./BlobErrors.js"
import type { Change } from "./BlobIndex.js"
import type { PartWindow } from "./BlobStore.js"
import type { ByteSource } from "./ByteSource.js"

/**
 * Reads a segment from a position on; `undefined` at the end.
 */
export interface SegmentReader {
  readonly read: () => Promise<Uint8Array | undefined>
  readonly close: () => Promise<void>
}

/**
 * Bytes that were taken in: what a server calls them, and the MD5 that it found, where it says so.
 */
export interface Written {
  readonly segment: Segment
  readonly etag?: string | undefined
  readonly md5?: string | undefined
}

/**
 * A part as the server lists it; `modified` in milliseconds since the epoch.
 */
export type GatheredPart = Pick<BlobPart, "number" | "size" | "etag" | "modified">

/**
 * Parts that become one object on the server which takes them. Parts too small for it are segments of their own until
 * the end.
 */
export interface Gathering {
  readonly begin: Effect.Effect<Gathered, BlobBroken>
  readonly write: <E>(
    upload: Gathered,
    number: number,
    source: ByteSource<E>,
    size: number | undefined
  ) => Effect.Effect<Written, E | BlobNotFound | BlobWriteError>
  /** The gathered parts only. */
  readonly list: (
    upload: Gathered,
    window: PartWindow
  ) => Effect.Effect<ReadonlyArray<GatheredPart>, BlobNotFound | BlobBroken>
  /**
   * Makes one segment of the parts. Called again with the same ones after a failure, it continues where it was. The ETag is
   * the server's if each part is one of the server's too.
   */
  readonly join: (
    upload: Gathered,
    parts: ReadonlyArray<BlobPart>
  ) => Effect.Effect<Written, BlobNotFound | BlobPartMissing | BlobWriteError>
  /** Drops what the server still has of the upload, but for the segment that is `kept`. Never fails. */
  readonly end: (upload: Gathered, kept?: Segment) => Effect.Effect<void>
}

export interface Backing {
  /**
   * Keeps the bytes for good before it succeeds, and none of them when it or the source fails. A source has `size` bytes if
   * it is given. An empty one gives `id: ""`.
   */
  readonly write: <E>(source: ByteSource<E>, size?: number) => Effect.Effect<Written, E | BlobWriteError>
  /** `end` is excluded. */
  readonly open: (segment: Segment, start: number, end: number) => SegmentReader
  /** Never fails: what cannot be removed is swept at the next start. */
  readonly remove: (segment: Segment) => Promise<void>
  /** Without it parts are segments, and an object is the list of them. */
  readonly gathering?: Gathering | undefined
  /**
   * Writes the changes down, all or none, in the order of the calls. When that fails it undoes them, the later ones
   * first.
   */
  readonly record: (changes: ReadonlyArray<Change>, undo: () => void) => Effect.Effect<void, BlobWriteError>
}
