/**
 * An HTTP client whose network is the emulator itself: each call runs the app on the caller's fiber.
 *
 * @since 1.0.7
 */
import type * as HttpBody from "@effect/platform/HttpBody"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type * as Runtime from "effect/Runtime"
import * as Stream from "effect/Stream"
import type { Emulator } from "./Emulator.js"
import * as WebRequest from "./http/WebRequest.js"

/** The store keeps what it is given, and a client may use its buffers again. */
const copied = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

const streamOf = (body: HttpBody.HttpBody, runtime: Runtime.Runtime<never>): ReadableStream<Uint8Array> | undefined => {
  switch (body._tag) {
    case "Empty":
      return undefined
    case "Uint8Array":
      return new Blob([copied(body.body)]).stream()
    case "Stream":
      return Stream.toReadableStreamRuntime(Stream.map(body.stream, copied), runtime)
    case "FormData":
      return new Response(body.formData).body ?? undefined
    case "Raw":
      // A raw body is whatever fetch takes; a `Response` takes the same.
      return new Response(body.body as BodyInit).body ?? undefined
  }
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
 *
 * @since 1.0.7
 * @category constructors
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
        Effect.map((response) =>
          HttpClientResponse.fromWeb(
            request,
            HttpServerResponse.toWeb(response, { withoutBody: request.method === "HEAD", runtime })
          )
        ),
        Effect.catchTag("ConnectionCut", (cut) => failed(cut.message))
      ))
  }).pipe(HttpClient.withTracerDisabledWhen(() => true))
