/**
 * Streams that are opened when somebody reads them.
 */
import * as Effect from "effect/Effect"
import type { Blob } from "./Blob.js"
import { BlobBroken } from "./BlobErrors.js"
import type { ByteRange } from "./BlobStore.js"

/**
 * How many bytes a read of the object has.
 */
export const sizeOf = ({ size }: Blob, range: ByteRange | undefined): number =>
  range === undefined ? size : Math.max(0, Math.min(range.end + 1, size) - range.start)

/**
 * Opens at the first pull; what cannot be opened fails the stream, and so does another number of bytes than `size`.
 * `undefined` stands for no bytes.
 */
export const make = <E>(
  open: () => Effect.Effect<ReadableStream<Uint8Array> | undefined, E>,
  size: number
): ReadableStream<Uint8Array> => {
  let isCancelled = false
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let left = size

  const next = async (): Promise<Uint8Array | undefined> => {
    reader ??= (await Effect.runPromise(open()))?.getReader()
    if (isCancelled) await reader?.cancel()
    const { value } = await reader?.read() ?? {}
    left -= value?.length ?? 0
    if (left < 0 || (value === undefined && left > 0)) {
      throw new BlobBroken({ operation: "read", cause: `${size} bytes were expected` })
    }
    return value
  }

  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunk = await next()
      if (isCancelled) return
      if (chunk === undefined) controller.close()
      else controller.enqueue(chunk)
    },
    cancel: (reason) => {
      isCancelled = true
      return reader?.cancel(reason)
    }
  }, { highWaterMark: 0 })
}
