/**
 * Streams that are opened when somebody reads them.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"

/**
 * Opens at the first pull; what cannot be opened fails the stream. `undefined` stands for no bytes.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = <E>(
  open: () => Effect.Effect<ReadableStream<Uint8Array> | undefined, E>
): ReadableStream<Uint8Array> => {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      reader ??= (await Effect.runPromise(open()))?.getReader()
      const next = await reader?.read()
      if (next === undefined || next.done) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: (reason) => reader?.cancel(reason)
  }, { highWaterMark: 0 })
}
