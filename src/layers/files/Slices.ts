/**
 * Work over many bytes, cut so that nothing else waits for long.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"

/**
 * Bytes that are worked on in one go: about a millisecond of hashing.
 *
 * @since 1.0.7
 * @category constants
 */
export const sliceSize = 1_048_576

/**
 * The next turn of the event loop. A message is not held back as timers are in pages that are out of sight.
 *
 * @since 1.0.7
 * @category constructors
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })

/**
 * Lets timers, events and rendering run.
 *
 * @since 1.0.7
 * @category constructors
 */
export const pause: Effect.Effect<void> = Effect.promise(nextTurn)
