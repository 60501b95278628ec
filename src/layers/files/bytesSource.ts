/**
 * A source whose bytes are in memory.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { UploadSource } from "../../services/UploadSource.js"
import { pause, sliceSize } from "./Slices.js"

/**
 * Bytes or text that the caller gave; parts are lent without a copy.
 *
 * @since 1.0.7
 * @category constructors
 */
export const bytesSource = (options: {
  readonly bytes: Uint8Array
  readonly name: string
  readonly contentType?: string | undefined
}): UploadSource => {
  const { bytes, contentType, name } = options
  return {
    identity: { name, size: bytes.byteLength, modifiedAt: undefined },
    contentType,
    origin: { _tag: "Bytes", bytes },
    withPart: (range, use) => Effect.suspend(() => use(bytes.subarray(range.start, range.end))),
    readAll: Effect.fnUntraced(function*(start: number, onChunk: (chunk: Uint8Array) => void) {
      for (let position = start; position < bytes.byteLength; position += sliceSize) {
        if (position > start) yield* pause
        onChunk(bytes.subarray(position, position + sliceSize))
      }
    }),
    verify: Effect.void
  }
}
