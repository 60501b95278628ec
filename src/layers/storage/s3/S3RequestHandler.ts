/**
 * The AWS SDK's network, carried by our own `HttpClient`.
 */
import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { Exchange } from "../bucket/BucketExchange.js"
import { escape } from "../bucket/Signing.js"

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
  throw new TypeError("a control call has a body of text or bytes")
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

/**
 * A `requestHandler` of the SDK. Its promise rejects with a `TransportError` or a `RefusedReply`, and ends at once when the
 * signal is aborted.
 */
export const make = (exchange: Exchange) => ({
  metadata: { handlerProtocol: "http/1.1" },
  handle: async (
    request: SdkRequest,
    options?: { readonly abortSignal?: AbortSignal | undefined }
  ): Promise<SdkResponse> => {
    const { body, headers, status } = await exchange(httpRequest(request), options?.abortSignal)
    return { response: { statusCode: status, headers, body } }
  },
  destroy: () => undefined
})
