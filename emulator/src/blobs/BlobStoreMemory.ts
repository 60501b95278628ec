/**
 * The blob store in memory: the default, for tests and first runs.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Backing } from "./Backing.js"
import type { Segment } from "./Blob.js"
import * as BlobIndex from "./BlobIndex.js"
import { BlobStore } from "./BlobStore.js"
import * as BlobStoreOver from "./BlobStoreOver.js"
import * as ByteSource from "./ByteSource.js"
import * as SegmentUse from "./SegmentUse.js"

/** A chunk that is a small window on a large buffer would keep all of it alive. */
const compact = (chunk: Uint8Array): Uint8Array =>
  chunk.byteLength * 2 < chunk.buffer.byteLength ? new Uint8Array(chunk) : chunk

const makeBacking = (): Backing => {
  const segments = new Map<string, ReadonlyArray<Uint8Array>>()
  let last = 0

  return {
    write: Effect.fnUntraced(function*<E>(source: ByteSource.ByteSource<E>) {
      const chunks: Array<Uint8Array> = []
      let size = 0
      yield* ByteSource.forEach(source, (chunk) => {
        chunks.push(compact(chunk))
        size += chunk.length
      })
      if (size === 0) return { segment: { id: "", size } }
      const segment: Segment = { id: String(++last), size }
      segments.set(segment.id, chunks)
      return { segment }
    }),
    open: (segment, start, end) => {
      const pieces = windowOf(segments.get(segment.id) ?? [], start, end)
      return {
        read: () => Promise.resolve(pieces.next().value ?? undefined),
        close: () => Promise.resolve()
      }
    },
    remove: (segment) => Promise.resolve(void segments.delete(segment.id)),
    record: () => Effect.void
  }
}

/** Readers get windows, not copies; who transfers a buffer on must copy it. */
function* windowOf(chunks: ReadonlyArray<Uint8Array>, start: number, end: number): Generator<Uint8Array, undefined> {
  let offset = 0
  for (const chunk of chunks) {
    const from = Math.max(0, start - offset)
    const to = Math.min(chunk.length, end - offset)
    if (from < to) yield chunk.subarray(from, to)
    offset += chunk.length
    if (offset >= end) return
  }
}

/**
 * An empty store that holds at most `capacity` bytes (default: no limit).
 */
export const make = (options: { readonly capacity?: number | undefined } = {}): BlobStore.Service =>
  BlobStoreOver.make({
    backing: makeBacking(),
    index: BlobIndex.make(),
    use: SegmentUse.make(),
    capacity: options.capacity
  })

export const layer = (options: { readonly capacity?: number | undefined } = {}): Layer.Layer<BlobStore> =>
  Layer.sync(BlobStore, () => make(options))
