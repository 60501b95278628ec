/**
 * A body that is read while it is sent, so that no part has to be in memory as a whole.
 *
 * @since 1.0.7
 */
import type * as Effect from "effect/Effect"
import type { SourceChanged } from "../domain/errors/TransferErrors.js"

/**
 * The detail of the error of a request that was broken off because its body could not be read.
 *
 * @since 1.0.7
 * @category constants
 */
export const unreadBody = "the body could not be read"

/**
 * Bytes of a source, in slices. `size` in bytes.
 *
 * @since 1.0.7
 * @category models
 */
export interface SlicedBody {
  readonly size: number
  /**
   * The bytes from `start` on: at least one, at most `most`, valid until the next call. One call at a time, from 0 on and without
   * gaps; from 0 again to send the body again. Rejects when the bytes are not there any more or not those of before.
   */
  readonly read: (start: number, most: number) => Promise<Uint8Array>
  /** The CRC-64 of all bytes in decimal, if it was asked for; what nobody has read is read now. */
  readonly crc64: Effect.Effect<string | undefined, SourceChanged>
}
