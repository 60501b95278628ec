/**
 * The AWS SDK's network, carried by our own `HttpClient`: one place for interruption, for the clock of tests and for what
 * is sent beside the request (no trace headers, no cookies).
 */
import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import * as Stream from "effect/Stream"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { PartReply } from "../../services/Transport.js"

/**
 * An answer that is an error of the storage. It leaves the SDK unread, so that one dialect names it.
 */
export class RefusedReply extends Data.TaggedError("RefusedReply")<{ readonly reply: PartReply }> {}

/**
 * What the SDK hands over, as far as it is used here.
 */
export interface SdkRequest {
  readonly method: string
  readonly protocol: string
  readonly hostname: string
  readonly port?: number | undefined
  readonly path: string
  readonly query?: Readonly<Record<string, string | ReadonlyArray<string> | null>> | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * What the SDK gets back.
 */
export interface SdkResponse {
  readonly response: {
    readonly statusCode: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: Uint8Array
  }
}

/** The network sets these itself, from the same address and body. */
const setByNetwork = new Set(["host", "content-length"])

const escape = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const queryText = (query: SdkRequest["query"]): string =>
  Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === null || value === ""
      ? [`${escape(key)}=`]
      : [value].flat().map((one) => `${escape(key)}=${escape(one)}`)
  ).join("&")

const originOf = (request: SdkRequest): string =>
  `${request.protocol}//${request.hostname}${request.port === undefined ? "" : `:${request.port}`}`

const bodyOf = (body: unknown, contentType: string | undefined): HttpBody.HttpBody => {
  if (body === undefined || body === null || body === "") return HttpBody.empty
  if (typeof body === "string") return HttpBody.text(body, contentType)
  if (body instanceof Uint8Array) return HttpBody.uint8Array(body, contentType)
  if (body instanceof ReadableStream) {
    return HttpBody.stream(Stream.fromReadableStream(() => body, (cause) => cause), contentType)
  }
  return HttpBody.raw(body, contentType === undefined ? {} : { contentType })
}

const httpRequest = (request: SdkRequest): HttpClientRequest.HttpClientRequest => {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !setByNetwork.has(name.toLowerCase()))
  )
  const query = queryText(request.query)
  const method = request.method as "GET" | "HEAD" | "POST" | "PUT" | "DELETE" // the SDK's type for it is `string`
  return HttpClientRequest.make(method)(`${originOf(request)}${request.path}${query === "" ? "" : `?${query}`}`).pipe(
    HttpClientRequest.setBody(bodyOf(request.body, headers["content-type"])),
    HttpClientRequest.setHeaders(headers)
  )
}

/** S3 may answer 200 to a complete and say in the body that it has failed. */
const isErrorDocument = (text: string): boolean => /^\s*(<\?xml[^>]*>)?\s*<Error[\s>]/.test(text)

const decoder = new TextDecoder()

const exchange = (client: HttpClient.HttpClient, request: SdkRequest) =>
  client.execute(httpRequest(request)).pipe(
    Effect.flatMap((response) =>
      Effect.map(response.arrayBuffer, (body) => ({ response, body: new Uint8Array(body) }))
    ),
    Effect.mapError((error) =>
      new TransportError({
        reason: "Network",
        method: request.method,
        path: `${originOf(request)}${request.path}`,
        detail: error.description ?? error.reason
      })
    ),
    Effect.flatMap(({ body, response }): Effect.Effect<SdkResponse, RefusedReply> => {
      const headers: Record<string, string> = { ...response.headers }
      const text = response.status >= 300 || body.length < 4096 ? decoder.decode(body) : ""
      return response.status >= 300 || isErrorDocument(text)
        ? new RefusedReply({ reply: { status: response.status, headers, body: text } })
        : Effect.succeed({ response: { statusCode: response.status, headers, body } })
    })
  )

/**
 * A `requestHandler` of the SDK. Its promise rejects with a `TransportError` or a {@link RefusedReply}, and ends at once
 * when the signal is aborted.
 */
export const make = (httpClient: HttpClient.HttpClient, runtime: Runtime.Runtime<never>) => {
  const client = HttpClient.withTracerPropagation(httpClient, false)
  const run = Runtime.runPromiseExit(runtime)
  return {
    metadata: { handlerProtocol: "http/1.1" },
    handle: async (
      request: SdkRequest,
      options?: { readonly abortSignal?: AbortSignal | undefined }
    ): Promise<SdkResponse> => {
      const signal = options?.abortSignal
      const exit = await run(exchange(client, request), signal === undefined ? {} : { signal })
      if (Exit.isSuccess(exit)) return exit.value
      throw Cause.isInterruptedOnly(exit.cause)
        ? new DOMException("the request was interrupted", "AbortError")
        : Cause.squash(exit.cause)
    },
    destroy: () => undefined
  }
}
