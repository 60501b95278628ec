/**
 * The body of an answer as a stream that is read only as fast as its reader wants.
 *
 * @since 1.0.7
 */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { IncomingMessage } from "node:http"
import type { TransportError } from "../../domain/errors/TransportError.js"

/** Bytes that may wait for the reader before the connection is paused. */
const readAhead = 1_048_576

/**
 * What has arrived since the last pull comes as one chunk of the stream. A body that ends before its length fails.
 *
 * @since 1.0.7
 * @category constructors
 */
export const responseBytes = (
  response: IncomingMessage,
  failure: (detail: string) => TransportError
): Stream.Stream<Uint8Array, TransportError> => {
  let arrived: Array<Uint8Array> = []
  let waiting = 0
  let over: Effect.Effect<never, Option.Option<TransportError>> | undefined
  let wake = () => {}
  let isWaking = false
  const end = (result: Option.Option<TransportError>) => {
    over ??= Effect.fail(result)
    wake()
  }
  /** A turn of the loop brings several chunks; the reader is woken once for all of them. */
  const wakeSoon = () => {
    if (isWaking) return
    isWaking = true
    setImmediate(() => {
      isWaking = false
      wake()
    })
  }
  const cut = () => end(Option.some(failure("the body was cut short")))
  response.on("data", (chunk: Buffer) => {
    arrived.push(chunk)
    waiting += chunk.length
    if (waiting >= readAhead) response.pause()
    wakeSoon()
  })
  response.on("end", () => response.complete ? end(Option.none()) : cut())
  response.on("error", cut)
  response.on("close", cut)
  const take = Effect.async<Chunk.Chunk<Uint8Array>, Option.Option<TransportError>>((resume) => {
    wake = () => {
      if (arrived.length > 0) {
        wake = () => {}
        const chunk = Chunk.unsafeFromArray(arrived)
        arrived = []
        waiting = 0
        response.resume()
        resume(Effect.succeed(chunk))
      } else if (over !== undefined) resume(over)
    }
    wake()
  })
  return Stream.repeatEffectChunkOption(take)
}
