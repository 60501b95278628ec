/**
 * A connection that ends without a (whole) answer: what a fault script asks for, as an error of the app.
 */
import * as Data from "effect/Data"

/**
 * Over a socket the connection is really cut; in-process the call fails as on a broken network.
 */
export class ConnectionCut extends Data.TaggedError("ConnectionCut")<{}> {
  override get message(): string {
    return "the connection was cut"
  }
}

/**
 * The first `bytes` of a stream, then a failure; a shorter stream fails at its end. `onCut` is called at that moment.
 */
export const cutAfter = (
  stream: ReadableStream<Uint8Array> | null,
  bytes: number,
  onCut: () => void = () => {}
): ReadableStream<Uint8Array> => {
  const reader = stream?.getReader()
  let left = bytes
  const cut = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    onCut()
    controller.error(new ConnectionCut())
    void reader?.cancel()
  }
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunk = left === 0 ? undefined : await reader?.read()
      if (chunk === undefined || chunk.done) return cut(controller)
      const taken = chunk.value.subarray(0, left)
      left -= taken.length
      controller.enqueue(taken)
    },
    cancel: (reason) => reader?.cancel(reason)
  }, { highWaterMark: 0 })
}
