/**
 * One GET over Node's HTTP client, whose connection ends with its scope.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { ClientRequest, IncomingMessage } from "node:http"
import type { TransportError } from "../../../domain/errors/TransportError.js"
import type { ByteReply, GetOptions, SignedAddress } from "../../../services/Transport.js"
import { networkFailure } from "../../http/PublicPath.js"
import { rangeHeaders } from "../../http/rangeHeaders.js"
import { responseBytes } from "../../http/responseBytes.js"
import * as BodyTap from "./BodyTap.js"
import {
  closeRequest,
  collectText,
  type Connections,
  detailOf,
  headersOf,
  isStale,
  openRequest,
  type StaleConnection
} from "./NodeRequest.js"
import { responseFlow } from "./responseFlow.js"

/** More in a row lead nowhere. */
const mostHops = 5

const statuses = new Set([301, 302, 303, 307, 308])

/** Nobody is led from a protected connection to one that everybody reads, or out of HTTP. */
const isTrusted = (from: URL, to: URL): boolean =>
  to.protocol === "https:" || (to.protocol === "http:" && from.protocol === "http:")

/**
 * Where a server sends a GET to, as browsers follow it: the address that the answer names; `undefined` where it names none that
 * may be asked. Headers are signed for one host and stay with it.
 */
const followRedirect = (address: SignedAddress, reply: ByteReply): SignedAddress | undefined => {
  const location = reply.headers["location"]
  const url = Redacted.value(address.url)
  if (!statuses.has(reply.status) || location === undefined || !URL.canParse(location, url)) return undefined
  const from = new URL(url)
  const to = new URL(location, from)
  if (!isTrusted(from, to)) return undefined
  return { ...address, url: Redacted.make(to.href), headers: from.origin === to.origin ? address.headers : {} }
}

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
    let isAnswered = false
    // Node closes without an error where a server switches to another protocol.
    request.on("close", () => {
      if (!isAnswered) resume(Effect.fail(failure("the connection was closed")))
    })
    request.on("response", (response) => {
      isAnswered = true
      const tap = BodyTap.of(request.socket)
      const length = tap?.length(response)
      if (length === "misfit") {
        resume(Effect.fail({ _tag: "StaleConnection", error: failure("the answer was read otherwise than it came") }))
        return
      }
      if ((response.statusCode ?? 0) >= 400) {
        refusal(response, (reply) => resume(Effect.succeed(reply)))
        return
      }
      const answer = {
        status: response.statusCode ?? 0,
        headers: headersOf(response),
        showsAllHeaders: true,
        problem: ""
      }
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
      // Left out, anything on the way may compress the bytes, as pages never let it where they ask for a range.
      const headers = { "accept-encoding": "identity", ...rangeHeaders(get) }
      const opened = openRequest({ method: "GET", address: get.address, headers, connections })
      if (Either.isRight(opened)) opened.right.on("error", () => {})
      return opened
    }),
    closeRequest
  )

const attempt = (get: GetRequest, connections: Connections | undefined) =>
  Effect.flatMap(open(get, connections), (request) => answerOf(get, request))

const once = (
  connections: Connections,
  request: GetRequest
): Effect.Effect<ByteReply, TransportError, Scope.Scope> =>
  attempt(request, connections).pipe(
    Effect.catchTag("StaleConnection", () => attempt(request, undefined)),
    Effect.catchTag("StaleConnection", (stale) => Effect.fail(stale.error))
  )

/**
 * Fetches bytes, from where the server sends the request to, as pages do it. The connection goes back to the others when the body
 * was read to its end, else it closes with the scope.
 *
 * @since 1.0.7
 * @category constructors
 */
export const get = (
  connections: Connections,
  request: GetRequest,
  hops = 0
): Effect.Effect<ByteReply, TransportError, Scope.Scope> =>
  Effect.flatMap(
    Effect.scope,
    (outer) =>
      Effect.flatMap(Scope.fork(outer, ExecutionStrategy.sequential), (scope) =>
        Effect.flatMap(Scope.extend(once(connections, request), scope), (reply) => {
          const next = hops < mostHops ? followRedirect(request.address, reply) : undefined
          return next === undefined
            ? Effect.succeed(reply)
            : Effect.zipRight(Scope.close(scope, Exit.void), get(connections, { ...request, address: next }, hops + 1))
        }))
  )
