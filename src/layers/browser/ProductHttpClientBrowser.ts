/**
 * The HTTP client of the product API and of control calls to storages in browsers, which keep the cookies themselves.
 *
 * @since 1.0.7
 */
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { RequestError, ResponseError } from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { joinBytes } from "../../domain/joinBytes.js"
import { layerOf } from "../../services/inOrder.js"
import type { TakesFetchOptions } from "../http/FetchOptions.js"
import type { ReadsAtOnce } from "../http/readBody.js"

/** Control calls have text, bytes or nothing; `undefined` for what is no body of theirs. */
const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): Uint8Array<ArrayBuffer> | null | undefined => {
  if (body._tag === "Empty") return null
  return body._tag === "Uint8Array" ? new Uint8Array(body.body) : undefined
}

/** What is no address of its own is one on the page's host, which costs the page a moment to tell. */
const urlOf = ({ url, urlParams }: HttpClientRequest.HttpClientRequest): URL => {
  const whole = new URL(url, url.startsWith("http") ? undefined : location.href)
  for (const [name, value] of urlParams) whole.searchParams.append(name, value)
  return whole
}

/** `undefined` where there are more than `most` bytes. */
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

const answerOf = (
  request: HttpClientRequest.HttpClientRequest,
  web: Response,
  abort: () => void
): HttpClientResponse.HttpClientResponse & ReadsAtOnce => {
  const response = HttpClientResponse.fromWeb(request, web)
  return Object.assign(response, {
    readAtOnce: (most: number) =>
      Effect.async<Uint8Array | undefined, ResponseError>((resume) => {
        const reading = web.body === null ? Promise.resolve(new Uint8Array()) : readChunks(web.body, most)
        reading.then(
          (bytes) => {
            if (bytes === undefined) abort()
            resume(Effect.succeed(bytes))
          },
          (cause: unknown) => resume(Effect.fail(new ResponseError({ request, response, reason: "Decode", cause })))
        )
        return Effect.sync(abort)
      })
  })
}

/**
 * One call of `fetch`. The client of the platform would do the same in ten times as many steps, and a page makes a call for each small
 * file. `abort` of the answer closes the connection as long as its body is not read.
 */
const execute = (options: RequestInit | undefined) => (request: HttpClientRequest.HttpClientRequest) =>
  Effect.contextWithEffect((context: Context.Context<never>) => {
    let url: URL
    try {
      url = urlOf(request)
    } catch (cause) {
      return new RequestError({ request, reason: "InvalidUrl", cause })
    }
    const body = bodyOf(request)
    if (body === undefined) {
      return new RequestError({ request, reason: "Encode", description: "neither text nor bytes" })
    }
    const own = options ?? Option.getOrUndefined(Context.getOption(context, FetchHttpClient.RequestInit))
    const call = Option.getOrElse(Context.getOption(context, FetchHttpClient.Fetch), () => globalThis.fetch)
    return Effect.async<HttpClientResponse.HttpClientResponse, RequestError>((resume) => {
      const controller = new AbortController()
      const abort = () => controller.abort()
      const { headers, method } = request
      call(url, { ...own, method, headers, body, signal: controller.signal }).then(
        (web) => resume(Effect.succeed(answerOf(request, web, abort))),
        (cause: unknown) => resume(Effect.fail(new RequestError({ request, reason: "Transport", cause })))
      )
      return Effect.sync(abort)
    })
  })

const clientWith = (options?: RequestInit): HttpClient.HttpClient =>
  HttpClient.makeWith(
    (request: Effect.Effect<HttpClientRequest.HttpClientRequest>) => Effect.flatMap(request, execute(options)),
    Effect.succeed
  )

const client: HttpClient.HttpClient & TakesFetchOptions = Object.assign(clientWith(), { withFetchOptions: clientWith })

/**
 * Fetch, without cookies unless they are asked for. `DriveApiHttp` itself asks for `credentials: "include"`, so that the mode
 * cannot reach a storage. Its bodies are text, bytes or nothing.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<HttpClient.HttpClient> = layerOf(HttpClient.HttpClient, Effect.succeed(client))
