/**
 * Who still needs which segment: objects, parts and readers. The last one to let go gives it up for removal.
 */
import type { Segment } from "./Blob.js"

export interface SegmentUse {
  readonly retain: (segments: Iterable<Segment>) => void
  /** The segments that nobody needs any more. */
  readonly release: (segments: Iterable<Segment>) => ReadonlyArray<Segment>
  readonly has: (id: string) => boolean
  /** Bytes of all segments in use. */
  readonly bytes: () => number
}

export const make = (): SegmentUse => {
  const uses = new Map<string, number>()
  let bytes = 0
  return {
    retain: (segments) => {
      for (const { id, size } of segments) {
        if (size === 0) continue
        const count = uses.get(id) ?? 0
        if (count === 0) bytes += size
        uses.set(id, count + 1)
      }
    },
    release: (segments) => {
      const unused: Array<Segment> = []
      for (const segment of segments) {
        if (segment.size === 0) continue
        const count = uses.get(segment.id)
        if (count === undefined) continue
        if (count > 1) {
          uses.set(segment.id, count - 1)
          continue
        }
        uses.delete(segment.id)
        bytes -= segment.size
        unused.push(segment)
      }
      return unused
    },
    has: (id) => uses.has(id),
    bytes: () => bytes
  }
}
