/**
 * Performs callbacks: to the emulator's own product API in this process, to other servers of this machine over HTTP.
 */
import type * as HttpApp from "@effect/platform/HttpApp"
import { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as http from "node:http"
import * as https from "node:https"
import type { ConnectionCut } from "../faults/ConnectionCut.js"
import { streamOfBytes } from "../http/WebMessage.js"
import * as WebRequest from "../http/WebRequest.js"
import type { Callback } from "./Callback.js"

/**
 * Why a callback failed, in the words that OSS answers with.
 */
export class CallbackFailure extends Data.TaggedError("CallbackFailure")<{ readonly message: string }> {}

/**
 * Posts a body and gives the JSON of the answer as text.
 */
export type CallbackDelivery = (
  callback: Callback,
  body: string,
  about: { readonly bucket: string; readonly requestId: string }
) => Effect.Effect<string, CallbackFailure>

interface Answer {
  readonly status: number
  readonly text: string
}

const longestAnswer = 1024 * 1024

const unreachable = new CallbackFailure({ message: "Error status : 502." })

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const overHttp = (url: URL, headers: Record<string, string>, body: string): Effect.Effect<Answer, CallbackFailure> =>
  Effect.async((resume) => {
    const failed = () => resume(unreachable)
    const { request } = url.protocol === "https:" ? https : http
    const outgoing = request(url, { method: "POST", headers, agent: false }, (incoming) => {
      const chunks: Array<Buffer> = []
      let size = 0
      incoming.on("data", (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size > longestAnswer) {
          incoming.destroy()
          resume(new CallbackFailure({ message: "User server return too long content-length value." }))
        }
      })
      incoming.on("error", failed)
      incoming.on(
        "end",
        () => resume(Effect.succeed({ status: incoming.statusCode ?? 502, text: Buffer.concat(chunks).toString() }))
      )
    })
    outgoing.on("error", failed)
    outgoing.end(body)
    return Effect.sync(() => void outgoing.destroy())
  })

const inProcess = (
  app: HttpApp.Default<ConnectionCut>,
  url: URL,
  headers: Record<string, string>,
  body: string
): Effect.Effect<Answer, CallbackFailure> =>
  Effect.scoped(app).pipe(
    Effect.provideService(
      HttpServerRequest,
      WebRequest.make({
        method: "POST",
        url,
        headers: new Headers(headers),
        body: streamOfBytes(new TextEncoder().encode(body))
      })
    ),
    Effect.flatMap((response) => {
      const answer = HttpServerResponse.toWeb(response)
      return Effect.promise(() => answer.text().then((text): Answer => ({ status: answer.status, text })))
    }),
    Effect.mapError(() => unreachable)
  )

const isJson = (text: string): boolean => Option.isSome(Schema.decodeUnknownOption(Schema.parseJson())(text))

const accepted = ({ status, text }: Answer): Effect.Effect<string, CallbackFailure> => {
  if (status !== 200) return new CallbackFailure({ message: `Error status : ${status}.` })
  return isJson(text)
    ? Effect.succeed(text)
    : new CallbackFailure({ message: "Response body is not valid json format." })
}

/**
 * `origin` is where the product API is said to be; `app` is it. Beside it only this machine's addresses are called: any other
 * cannot be reached.
 */
export const make = (api: {
  readonly origin: string
  readonly app: HttpApp.Default<ConnectionCut>
}): CallbackDelivery =>
(callback, body, { bucket, requestId }) => {
  const post = (url: URL) => {
    const headers = {
      host: callback.host ?? url.host,
      "content-type": callback.bodyType,
      "content-length": String(Buffer.byteLength(body)),
      "user-agent": "aliyun-oss-callback",
      "x-oss-bucket": bucket,
      "x-oss-request-id": requestId
    }
    const answer = url.origin === api.origin
      ? inProcess(api.app, url, headers, body)
      : overHttp(url, headers, body)
    const isReachable = url.origin === api.origin || loopback.test(url.hostname)
    return (isReachable ? answer : unreachable).pipe(
      Effect.timeoutFail({
        duration: "5 seconds",
        onTimeout: () => new CallbackFailure({ message: "Cost too long time." })
      }),
      Effect.flatMap(accepted)
    )
  }
  return Effect.firstSuccessOf(callback.urls.map(post))
}
