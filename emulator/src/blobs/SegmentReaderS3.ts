/**
 * Reads segments from an S3 server, and continues where an answer broke off: a segment never changes.
 */
import * as Effect from "effect/Effect"
import type { SegmentReader } from "./Backing.js"
import type { Segment } from "./Blob.js"
import { BlobBroken } from "./BlobErrors.js"
import { keyOf, type Place } from "./S3Calls.js"

type ByteReader = ReadableStreamDefaultReader<Uint8Array>

/** Answers in a row that may break off without a byte. */
const mostBreaks = 3

const broken = (cause: unknown) => new BlobBroken({ operation: "read", cause })

/**
 * Reads from `start` to `end`, which is excluded.
 */
export const make = (place: Place, { id }: Segment, start: number, end: number): SegmentReader => {
  const Key = keyOf(place, id)
  let isClosed = false
  let reader: ByteReader | undefined
  let position = start

  const open = async (): Promise<ByteReader> => {
    const range = `${position}-${end - 1}`
    const ask = place.call("read", Key, async (client, sdk, abortSignal) => {
      const command = new sdk.GetObjectCommand({ Bucket: place.bucket, Key, Range: `bytes=${range}` })
      const { Body, ContentRange } = await client.send(command, { abortSignal })
      return { stream: Body?.transformToWebStream(), isAsked: ContentRange?.startsWith(`bytes ${range}/`) }
    })
    const { isAsked, stream } = await Effect.runPromise(ask)
    if (stream === undefined) throw broken(`${Key} has no bytes`)
    const opened = stream.getReader()
    if (isClosed || isAsked !== true) await opened.cancel()
    if (isAsked !== true) throw broken(`the answer has other bytes than ${range}`)
    return opened
  }

  /** An answer that broke off has nothing to let go of, and says so. */
  const letGo = async (): Promise<void> => {
    await reader?.cancel().catch(() => {})
    reader = undefined
  }

  /** The next bytes; `undefined` when the answer ends or breaks off before all of them were there. */
  const next = async (): Promise<Uint8Array | undefined> => {
    reader ??= await open()
    // A break is counted, and an error when there are too many of them.
    const { value } = await reader.read().catch(() => ({ value: undefined }))
    if (value !== undefined && value.length > end - position) throw broken(`${id} has more bytes than it should`)
    return value
  }

  return {
    read: async () => {
      if (position === end) return undefined
      for (let breaks = 0; breaks < mostBreaks; breaks++) {
        const chunk = await next()
        if (chunk !== undefined) {
          position += chunk.length
          return chunk
        }
        if (isClosed) break
        await letGo()
      }
      throw broken(`${id} breaks off at ${position}`)
    },
    close: () => {
      isClosed = true
      return letGo()
    }
  }
}
