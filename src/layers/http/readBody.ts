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
import { joinBytes } from "../../domain/joinBytes.js"
import { largestAnswer } from "./answerLimits.js"

/** A body that says to be no longer is read at once. A stream costs ten times as much. */
const readAtOnce = 16_384

/**
 * Not what is packed, which may become much longer. A page does not see that of a server elsewhere; that is one which lets the page
 * read its answers, and the limit still holds once they are there.
 */
const isShort = ({ headers }: HttpClientResponse.HttpClientResponse): boolean => {
  const length = Number(headers["content-length"])
  return length > 0 && length <= readAtOnce && headers["content-encoding"] === undefined
}

/**
 * An answer that reads its bytes itself. A stream, or a web `Response` where there is none, costs many times as much.
 *
 * @since 1.0.7
 * @category models
 */
export interface ReadsAtOnce {
  /** All bytes. `undefined` where there are more than `most`: then the connection is closed. */
  readonly readAtOnce: (most: number) => Effect.Effect<Uint8Array | undefined, HttpClientError.ResponseError>
}

const readsAtOnce = (
  response: HttpClientResponse.HttpClientResponse
): response is HttpClientResponse.HttpClientResponse & ReadsAtOnce => "readAtOnce" in response

/** 204 and the like have no body at all. */
const isBodiless = (error: HttpClientError.ResponseError | TransportError): boolean =>
  error._tag === "ResponseError" && error.reason === "EmptyBody"

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
    if (readsAtOnce(response)) {
      return Effect.flatMap(
        response.readAtOnce(most),
        (bytes) => bytes === undefined ? tooLarge() : Effect.succeed(bytes)
      )
    }
    if (isShort(response)) {
      return Effect.flatMap(
        response.arrayBuffer,
        (bytes) => bytes.byteLength > most ? tooLarge() : Effect.succeed(new Uint8Array(bytes))
      )
    }
    return Stream.runForEach(response.stream, (chunk) => {
      size += chunk.length
      chunks.push(chunk)
      return size > most ? tooLarge() : Effect.void
    }).pipe(
      Effect.catchIf(isBodiless, () => Effect.void),
      Effect.map(() => joinBytes(chunks))
    )
  })
