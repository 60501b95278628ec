/**
 * The body of an answer to a control call, up to a limit: an answer without an end must not fill the memory.
 *
 * @since 1.0.7
 */
import * as HttpClientError from "@effect/platform/HttpClientError"
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
 * The browser's own answer, which is read without a stream: that costs a hundredth. `abort` closes its connection.
 *
 * @since 1.0.7
 * @category models
 */
export interface WebAnswer {
  readonly web: Response
  readonly abort: () => void
}

/**
 * Gives the browser's own answer along with the client's.
 *
 * @since 1.0.7
 * @category combinators
 */
export const withWebAnswer = (
  response: HttpClientResponse.HttpClientResponse,
  answer: WebAnswer
): HttpClientResponse.HttpClientResponse & WebAnswer => Object.assign(response, answer)

const hasWebAnswer = (
  response: HttpClientResponse.HttpClientResponse
): response is HttpClientResponse.HttpClientResponse & WebAnswer => "web" in response

const readChunks = async (body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array | undefined> => {
  const reader = body.getReader()
  const chunks: Array<Uint8Array> = []
  let size = 0
  while (true) {
    const { done, value } = await reader.read()
    if (done) return joinBytes(chunks)
    size += value.length
    if (size > most) return undefined
    chunks.push(value)
  }
}

/** `undefined` where there are more than `most` bytes. */
const readWeb = (
  response: HttpClientResponse.HttpClientResponse & WebAnswer,
  most: number
): Effect.Effect<Uint8Array | undefined, HttpClientError.ResponseError> =>
  Effect.async((resume) => {
    const { abort, request, web } = response
    const reading = web.body === null ? Promise.resolve(new Uint8Array()) : readChunks(web.body, most)
    reading.then(
      (bytes) => {
        if (bytes === undefined) abort()
        resume(Effect.succeed(bytes))
      },
      (cause: unknown) =>
        resume(Effect.fail(new HttpClientError.ResponseError({ request, response, reason: "Decode", cause })))
    )
    return Effect.sync(abort)
  })

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
    if (hasWebAnswer(response)) {
      return Effect.flatMap(
        readWeb(response, most),
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
