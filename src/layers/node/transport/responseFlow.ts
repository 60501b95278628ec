/**
 * The body of an answer that goes round the parser, handed over as it is read.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { IncomingMessage } from "node:http"
import type { TransportError } from "../../../domain/errors/TransportError.js"
import type { ByteFlow } from "../../../services/Transport.js"
import type { BodyTap } from "./BodyTap.js"

/**
 * The connection is read only while the flow runs. Once all bytes were handed over it goes back to the others.
 *
 * @since 1.0.7
 * @category constructors
 */
export const responseFlow = (
  response: IncomingMessage,
  tap: BodyTap,
  failure: (detail: string) => TransportError
): ByteFlow => {
  let over: Effect.Effect<undefined, TransportError> | undefined
  let wake = () => {}
  let isWhole = false
  const end = (result: Effect.Effect<undefined, TransportError>) => {
    over ??= result
    wake()
  }
  const cut = () => end(Effect.fail(failure("the body was cut short")))
  // By then the connection is back with the others, and closing the request leaves it alone.
  response.on("end", () => isWhole ? end(Effect.succeed(undefined)) : cut())
  response.on("error", cut)
  response.on("close", cut)
  return (take) =>
    Effect.async((resume) => {
      wake = () => {
        if (over !== undefined) resume(over)
      }
      if (over !== undefined) {
        resume(over)
        return
      }
      tap.start({
        take: (bytes, free) => {
          const result = take(bytes, free)
          if (result === undefined) return undefined
          wake = () => {}
          resume(Effect.succeed(result))
          return true
        },
        end: () => {
          isWhole = true
          // the byte that the parser was told of
          response.resume()
        }
      })
      return Effect.sync(() => tap.stop())
    })
}
