/**
 * HTTP clients over Node's own HTTP client. Node's `fetch` gives up after 300 s without a header or a byte, and a call to the product
 * API must not (spec point 7: no timeout). Redirects are answers, never followed.
 *
 * @since 1.0.7
 */
import * as HttpClient from "@effect/platform/HttpClient"
import { RequestError } from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as UrlParams from "@effect/platform/UrlParams"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type * as http from "node:http"
import { pipeline, Readable } from "node:stream"
import type { ReadableStream as NodeReadableStream } from "node:stream/web"
import { layerOf } from "../../services/inOrder.js"
import type { TakesFetchOptions } from "../http/FetchOptions.js"
import { NodeAnswer } from "./transport/NodeAnswer.js"
import type { Connections } from "./transport/NodeRequest.js"
import { beginRequest, connections } from "./transport/NodeRequest.js"

/**
 * Whether answers are asked for compressed. They need not: a storage's answers are small, and its signatures delicate.
 *
 * @since 1.0.7
 * @category models
 */
export interface HttpClientNodeOptions {
  readonly compressed: boolean
}

/** Text and bytes go as they are; anything else as the web would send it. */
const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): Effect.Effect<Uint8Array | Response | undefined> => {
  switch (body._tag) {
    case "Empty":
      return Effect.succeed(undefined)
    case "Uint8Array":
      return Effect.succeed(body.body)
    case "FormData":
      return Effect.sync(() => new Response(body.formData))
    case "Stream":
      return Effect.map(Stream.toReadableStreamEffect(body.stream), (stream) => new Response(stream))
    case "Raw":
      // whatever it is that a program has given for a body of fetch
      return Effect.sync(() => new Response(body.body as BodyInit))
  }
}

/** Bytes go with their length, anything else in chunks; it brings its own content type, unless one was given. */
const send = (request: http.ClientRequest, body: Uint8Array | Response | undefined): void => {
  if (body === undefined) request.end()
  else if (body instanceof Uint8Array) {
    request.setHeader("content-length", body.byteLength)
    request.end(body)
  } else {
    const contentType = body.headers.get("content-type")
    if (contentType !== null && !request.hasHeader("content-type")) request.setHeader("content-type", contentType)
    if (body.body === null) request.end()
    // Node's type of the web's stream and the web's own differ in name only. Its failure destroys the request, which tells of it.
    else pipeline(Readable.fromWeb(body.body as NodeReadableStream<Uint8Array>), request, () => {})
  }
}

const whitespaceAround = /^[\t\n\r ]+|[\t\n\r ]+$/g

/** Without the length, which is that of the body; and without white space around the values, which `fetch` leaves out too. */
const headersOf = (
  { headers }: HttpClientRequest.HttpClientRequest,
  { compressed }: HttpClientNodeOptions
): Record<string, string> => {
  const sent: Record<string, string> = compressed ? { "accept-encoding": "gzip, br" } : {}
  for (const [name, value] of Object.entries(headers)) {
    if (name !== "content-length") sent[name] = value.replace(whitespaceAround, "")
  }
  return sent
}

const call = (
  kept: Connections,
  options: HttpClientNodeOptions,
  request: HttpClientRequest.HttpClientRequest,
  url: URL,
  body: Uint8Array | Response | undefined
) =>
  Effect.async<NodeAnswer, RequestError>((resume) => {
    const fail = (cause: unknown) => resume(Effect.fail(new RequestError({ request, reason: "Transport", cause })))
    try {
      const asked = beginRequest(kept, url, { method: request.method, headers: headersOf(request, options) })
      asked.on("error", fail)
      asked.on("response", (message) => resume(Effect.succeed(new NodeAnswer(request, message))))
      // Node closes without an error where a server switches to another protocol; else there is an answer or an error by now.
      asked.on("close", () => fail(new Error("the connection was closed")))
      send(asked, body)
      return Effect.sync(() => asked.destroy())
    } catch (cause) {
      fail(cause)
      return undefined
    }
  })

/** The client of the platform would do the same over a web `Response`, in more steps. */
const execute = (kept: Connections, options: HttpClientNodeOptions) => (request: HttpClientRequest.HttpClientRequest) =>
  Either.match(UrlParams.makeUrl(request.url, request.urlParams, request.hash), {
    onLeft: (cause) => new RequestError({ request, reason: "InvalidUrl", cause }),
    onRight: (url) => Effect.flatMap(bodyOf(request), (body) => call(kept, options, request, url, body))
  })

/**
 * A client over these connections. Cookies and redirects, which the options of `fetch` are about, are not its business.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (kept: Connections, options: HttpClientNodeOptions): HttpClient.HttpClient & TakesFetchOptions => {
  const client: HttpClient.HttpClient = HttpClient.makeWith(
    (request: Effect.Effect<HttpClientRequest.HttpClientRequest>) => Effect.flatMap(request, execute(kept, options)),
    Effect.succeed
  )
  return Object.assign(client, { withFetchOptions: () => client })
}

const layerWith = (options: HttpClientNodeOptions): Layer.Layer<HttpClient.HttpClient> =>
  layerOf(HttpClient.HttpClient, Effect.map(connections, (kept) => make(kept, options)))

/**
 * For the product API: answers may come compressed. Connections are kept for 4 s, redirects are not followed, and an
 * interrupted call closes its connection.
 *
 * @since 1.0.7
 * @category layers
 */
export const layerProduct: Layer.Layer<HttpClient.HttpClient> = layerWith({ compressed: true })

/**
 * For the control calls of storages, which are limited by who makes them (spec: completing may take 10 min).
 *
 * @since 1.0.7
 * @category layers
 */
export const layerStorage: Layer.Layer<HttpClient.HttpClient> = layerWith({ compressed: false })
