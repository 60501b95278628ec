/**
 * Bytes whose buffer was given away.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"

/**
 * A buffer that was transferred, such as to a worker, looks like an empty one, and an empty file would be stored for it.
 *
 * @since 1.0.7
 * @category combinators
 */
export const requireAttached = (bytes: Uint8Array, name: string): Effect.Effect<void, SourceChanged> =>
  Effect.suspend(() => {
    try {
      bytes.subarray(0, 0)
      return Effect.void
    } catch {
      return new SourceChanged({ name, what: "gone" })
    }
  })
