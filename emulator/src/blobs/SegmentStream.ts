/**
 * Reads a range that spans several segments as one stream.
 */
import type { Backing, SegmentReader } from "./Backing.js"
import type { Segment } from "./Blob.js"
import type { ByteRange } from "./BlobStore.js"

interface Piece {
  readonly segment: Segment
  readonly start: number
  readonly end: number
}

/**
 * The parts of the segments that a range covers.
 */
export const piecesOf = (segments: ReadonlyArray<Segment>, range: ByteRange | undefined): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  const from = range?.start ?? 0
  const to = range === undefined ? Infinity : range.end + 1
  let offset = 0
  for (const segment of segments) {
    const start = Math.max(0, from - offset)
    const end = Math.min(segment.size, to - offset)
    if (start < end) pieces.push({ segment, start, end })
    offset += segment.size
  }
  return pieces
}

/**
 * A stream over the segments; `ended` runs once, when it was read to its end, failed or was cancelled.
 */
export const make = (
  open: Backing["open"],
  segments: ReadonlyArray<Segment>,
  range: ByteRange | undefined,
  ended: () => Promise<void>
): ReadableStream<Uint8Array> => {
  const pieces = piecesOf(segments, range)[Symbol.iterator]()
  let reader: SegmentReader | undefined

  let isOver = false

  const nextChunk = async (): Promise<Uint8Array | undefined> => {
    while (!isOver) {
      if (reader === undefined) {
        const { done, value } = pieces.next()
        if (done === true) return undefined
        reader = open(value.segment, value.start, value.end)
      }
      const chunk = await reader.read()
      if (chunk !== undefined || isOver) return chunk
      await reader.close()
      reader = undefined
    }
    return undefined
  }

  /** Who goes away while a chunk is on its way ends the stream twice: the bytes are let go of once. */
  const finish = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    try {
      await reader?.close()
    } finally {
      await ended()
    }
  }

  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const chunk = await nextChunk()
        if (isOver) return
        if (chunk !== undefined) return controller.enqueue(chunk)
        await finish()
        controller.close()
      } catch (cause) {
        await finish()
        controller.error(cause)
      }
    },
    cancel: finish
  }, { highWaterMark: 0 })
}
