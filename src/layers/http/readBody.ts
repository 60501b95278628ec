/**
 * The body of an answer to a control call, up to a limit: an answer without an end must not fill the memory.
 *
 * @since 1.0.7
 */
import type * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { TransportError } from "../../domain/errors/TransportError.js"

/**
 * Most bytes of one answer, without its compression: several times what the largest page of a list takes.
 *
 * @since 1.0.7
 * @category constants
 */
export const largestAnswer = 16 * 1_048_576

/** 204 and the like have no body at all. */
const isBodiless = (error: HttpClientError.ResponseError | TransportError): boolean =>
  error._tag === "ResponseError" && error.reason === "EmptyBody"

const join = (chunks: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const [only] = chunks
  if (chunks.length === 1 && only !== undefined) return only
  const all = new Uint8Array(size)
  let position = 0
  for (const chunk of chunks) {
    all.set(chunk, position)
    position += chunk.length
  }
  return all
}

/**
 * Reads the body. Where it has more than `most` bytes the connection is closed and the call fails with `TransportError`
 * AnswerTooLarge.
 *
 * @since 1.0.7
 * @category combinators
 */
export const readBody = (
  response: HttpClientResponse.HttpClientResponse,
  call: { readonly method: string; readonly path: string },
  most: number = largestAnswer
): Effect.Effect<Uint8Array, HttpClientError.ResponseError | TransportError> =>
  Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    let size = 0
    const tooLarge = () =>
      new TransportError({
        ...call,
        reason: "AnswerTooLarge",
        status: response.status,
        detail: `${most} bytes at most`
      })
    return Stream.runForEach(response.stream, (chunk) => {
      size += chunk.length
      chunks.push(chunk)
      return size > most ? tooLarge() : Effect.void
    }).pipe(
      Effect.catchIf(isBodiless, () => Effect.void),
      Effect.map(() => join(chunks, size))
    )
  })
