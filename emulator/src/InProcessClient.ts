/**
 * An HTTP client whose network is the emulator itself: each call runs the app on the caller's fiber.
 */
import * as Cookies from "@effect/platform/Cookies"
import type * as HttpBody from "@effect/platform/HttpBody"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type * as Runtime from "effect/Runtime"
import * as Stream from "effect/Stream"
import type { Emulator } from "./Emulator.js"
import { streamOfBytes, WebAnswer } from "./http/WebMessage.js"
import * as WebRequest from "./http/WebRequest.js"

/** The store keeps what it is given, and a client may use its buffers again. */
const copied = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

const streamOf = (
  body: HttpBody.HttpBody,
  runtime: Runtime.Runtime<never>
): ReadableStream<Uint8Array<ArrayBuffer>> | undefined => {
  switch (body._tag) {
    case "Empty":
      return undefined
    case "Uint8Array":
      return streamOfBytes(copied(body.body))
    case "Stream":
      return Stream.toReadableStreamRuntime(Stream.map(body.stream, copied), runtime)
    case "FormData":
      throw new TypeError("the emulator takes no forms")
    case "Raw":
      return streamOfRaw(body.body)
  }
}

/** What bodies of storage clients and transports are. */
const streamOfRaw = (body: unknown): ReadableStream<Uint8Array<ArrayBuffer>> | undefined => {
  if (body === null || body === undefined) return undefined
  if (body instanceof ReadableStream) return body
  if (body instanceof Uint8Array) return streamOfBytes(copied(body))
  if (typeof body === "string") return streamOfBytes(new TextEncoder().encode(body))
  return new Response(body as BodyInit).body ?? undefined
}

/** The app's answer, for clients that read web responses. */
const answerOf = (
  response: HttpServerResponse.HttpServerResponse,
  options: { readonly withoutBody: boolean; readonly runtime: Runtime.Runtime<never> }
): WebAnswer => {
  const headers = new Headers(response.headers)
  for (const cookie of Cookies.toSetCookieHeaders(response.cookies)) headers.append("set-cookie", cookie)
  const { body } = response
  const stream = options.withoutBody ? undefined : streamOf(body, options.runtime)
  // an empty text is no body to those who ask for one
  const isText = body._tag === "Uint8Array" && body.body.byteLength === 0
  return new WebAnswer(response.status, headers, isText ? null : stream ?? null)
}

const headersOf = ({ body, headers }: HttpClientRequest.HttpClientRequest): Headers => {
  const all = new Headers(headers)
  const length = "contentLength" in body ? body.contentLength : undefined
  if (length !== undefined) all.set("content-length", String(length))
  return all
}

const appFor = (emulator: Emulator.Service, url: URL) => {
  if (url.origin === emulator.origins.api) return emulator.api
  if (url.origin === emulator.origins.pds) return emulator.pds
  if (url.origin === emulator.origins.oss) return emulator.oss
  const { host } = new URL(emulator.origins.s3)
  return url.host === host || url.host.endsWith(`.${host}`) ? emulator.s3 : undefined
}

/**
 * Requests to other hosts fail as if the network did not know them. It makes no spans: they would hold signed addresses.
 */
export const make = (emulator: Emulator.Service): HttpClient.HttpClient =>
  HttpClient.make((request, url) => {
    const failed = (description: string) =>
      new HttpClientError.RequestError({ request, reason: "Transport", description })
    const app = appFor(emulator, url)
    if (app === undefined) return failed(`no such host in this process: ${url.host}`)
    return Effect.flatMap(Effect.runtime<never>(), (runtime) =>
      app.pipe(
        Effect.provideService(
          HttpServerRequest.HttpServerRequest,
          WebRequest.make({
            method: request.method,
            url,
            headers: headersOf(request),
            body: streamOf(request.body, runtime)
          })
        ),
        Effect.map((response) => {
          const answer = answerOf(response, { withoutBody: request.method === "HEAD", runtime })
          // all that is read of a response is there
          return HttpClientResponse.fromWeb(request, answer as unknown as Response)
        }),
        Effect.catchTag("ConnectionCut", (cut) => failed(cut.message))
      ))
  }).pipe(HttpClient.withTracerDisabledWhen(() => true))
