/**
 * One GET over Node's HTTP client, whose connection ends with its scope.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { ClientRequest, IncomingMessage } from "node:http"
import type { TransportError } from "../../domain/errors/TransportError.js"
import type { ByteReply, GetOptions, SignedAddress } from "../../services/Transport.js"
import * as BodyTap from "./BodyTap.js"
import { closeRequest, type Connections, detailOf, headersOf, isStale, openRequest } from "./NodeRequest.js"
import type { StaleConnection } from "./NodeRequest.js"
import { networkFailure } from "./PublicPath.js"
import { rangeHeaders } from "./RangeHeaders.js"
import { responseBytes } from "./ResponseBytes.js"
import { responseFlow } from "./ResponseFlow.js"
import { collectText } from "./ResponseText.js"

/**
 * @since 1.0.7
 * @category models
 */
export interface GetRequest extends GetOptions {
  readonly address: SignedAddress
}

const refusal = (response: IncomingMessage, answer: (reply: ByteReply) => void): void => {
  const finish = () =>
    answer({
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      bytes: Stream.empty,
      problem: text()
    })
  const text = collectText(response, finish)
  response.on("error", finish)
  response.on("close", finish)
}

const answerOf = (
  get: GetRequest,
  request: ClientRequest
): Effect.Effect<ByteReply, TransportError | StaleConnection> =>
  Effect.async((resume) => {
    const failure = (detail: string) => networkFailure("GET", get.address, detail)
    request.on("error", (cause) => {
      const error = failure(detailOf(cause))
      resume(Effect.fail(isStale(request, cause) ? { _tag: "StaleConnection", error } : error))
    })
    request.on("response", (response) => {
      if ((response.statusCode ?? 0) >= 400) {
        refusal(response, (reply) => resume(Effect.succeed(reply)))
        return
      }
      const tap = BodyTap.of(request.socket)
      const length = tap?.length()
      const answer = { status: response.statusCode ?? 0, headers: headersOf(response), problem: "" }
      resume(Effect.succeed(
        tap === undefined || length === undefined
          ? { ...answer, bytes: responseBytes(response, failure) }
          : {
            ...answer,
            headers: { ...answer.headers, "content-length": `${length}` },
            bytes: Stream.empty,
            flow: responseFlow(response, tap, failure)
          }
      ))
    })
    request.end()
  })

// A body read to its end has given its connection back; any other takes the connection with it.
const open = (get: GetRequest, connections: Connections | undefined) =>
  Effect.acquireRelease(
    Effect.suspend(() => {
      const opened = openRequest({ method: "GET", address: get.address, headers: rangeHeaders(get), connections })
      if (Either.isRight(opened)) opened.right.on("error", () => {})
      return opened
    }),
    closeRequest
  )

const attempt = (get: GetRequest, connections: Connections | undefined) =>
  Effect.flatMap(open(get, connections), (request) => answerOf(get, request))

/**
 * Fetches bytes. The connection goes back to the others when the body was read to its end, else it closes with the
 * scope.
 *
 * @since 1.0.7
 * @category constructors
 */
export const get = (
  connections: Connections,
  request: GetRequest
): Effect.Effect<ByteReply, TransportError, Scope.Scope> =>
  attempt(request, connections).pipe(
    Effect.catchTag("StaleConnection", () => attempt(request, undefined)),
    Effect.catchTag("StaleConnection", (stale) => Effect.fail(stale.error))
  )
