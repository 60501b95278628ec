/**
 * The answer to a call of Node's own HTTP client. Its bytes are read as they come: a web `Response` around them costs more than the rest
 * of a call.
 *
 * @since 1.0.7
 */
import * as Cookies from "@effect/platform/Cookies"
import * as Headers from "@effect/platform/Headers"
import { ResponseError } from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import * as Effect from "effect/Effect"
import * as Inspectable from "effect/Inspectable"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type * as http from "node:http"
import { pipeline, Readable } from "node:stream"
import * as zlib from "node:zlib"
import { joinBytes } from "../../../domain/joinBytes.js"
import type { ReadsAtOnce } from "../../http/readBody.js"

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: zlib.createGunzip,
  "x-gzip": zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress
}

/** What the answer is without its compression, asked for or not. The answer to a HEAD tells of a body that does not come. */
const decode = (response: http.IncomingMessage, method: string): Readable => {
  const coding = response.headers["content-encoding"]?.toLowerCase() ?? ""
  const isEmpty = method === "HEAD" || response.headers["content-length"] === "0"
  const decoder = isEmpty ? undefined : decoders[coding]
  if (decoder === undefined) return response
  delete response.headers["content-encoding"]
  delete response.headers["content-length"]
  // An error of either destroys both, so whoever reads the last one hears of it.
  return new Readable().wrap(pipeline(response, decoder(), () => {}))
}

/** Closes the connections of answers that nobody has read and nobody holds any more. */
const unread = new FinalizationRegistry<http.IncomingMessage>((message) => message.destroy())

/**
 * Interrupting whoever reads it closes the connection.
 *
 * @since 1.0.7
 * @category models
 */
export class NodeAnswer extends Inspectable.Class implements HttpClientResponse.HttpClientResponse, ReadsAtOnce {
  readonly [HttpClientResponse.TypeId]: HttpClientResponse.TypeId = HttpClientResponse.TypeId
  readonly [HttpIncomingMessage.TypeId]: HttpIncomingMessage.TypeId = HttpIncomingMessage.TypeId
  readonly status: number
  readonly headers: Headers.Headers
  readonly remoteAddress = Option.none()
  private readonly body: Readable
  private readonly fate: { failure?: Error }
  private ownCookies: Cookies.Cookies | undefined
  private ownWhole: Effect.Effect<HttpClientResponse.HttpClientResponse, ResponseError> | undefined

  constructor(readonly request: HttpClientRequest.HttpClientRequest, private readonly message: http.IncomingMessage) {
    super()
    this.status = message.statusCode ?? 0
    this.body = decode(message, request.method)
    this.headers = Headers.fromInput(message.headers)
    // The body must not hold the answer, which closes the connection when nobody else holds it.
    const fate: { failure?: Error } = this.fate = {}
    this.body.on("error", (error) => {
      fate.failure ??= error
    })
    unread.register(this, message, this)
  }

  get cookies(): Cookies.Cookies {
    return this.ownCookies ??= Cookies.fromSetCookie(this.message.headers["set-cookie"] ?? [])
  }

  private failureOf(cause: unknown): ResponseError {
    return new ResponseError({ request: this.request, response: this, reason: "Decode", cause })
  }

  readonly readAtOnce = (most: number): Effect.Effect<Uint8Array | undefined, ResponseError> =>
    Effect.async((resume) => {
      unread.unregister(this)
      const { body, message } = this
      const isCut = () => resume(this.failureOf(this.fate.failure ?? new Error("the body was cut short")))
      const close = () => message.destroy()
      if (body.destroyed) {
        isCut()
        return undefined
      }
      const chunks: Array<Uint8Array> = []
      let size = 0
      body.on("data", (chunk: Uint8Array) => {
        size += chunk.length
        if (size <= most) chunks.push(chunk)
        else {
          resume(Effect.succeed(undefined))
          close()
        }
      })
      body.on("end", () => resume(Effect.succeed(joinBytes(chunks))))
      // after its end, if it has one
      body.on("close", isCut)
      return Effect.sync(close)
    })

  /** As the platform reads it, for who wants something else than bytes. */
  private get whole(): Effect.Effect<HttpClientResponse.HttpClientResponse, ResponseError> {
    const contentType = this.headers["content-type"]
    return this.ownWhole ??= Effect.map(
      this.readAtOnce(Number.POSITIVE_INFINITY),
      (bytes) =>
        HttpClientResponse.fromWeb(
          this.request,
          new Response(bytes === undefined ? null : new Uint8Array(bytes), {
            headers: contentType === undefined ? {} : { "content-type": contentType }
          })
        )
    ).pipe(Effect.cached, Effect.runSync)
  }

  get text() {
    return Effect.flatMap(this.whole, (whole) => whole.text)
  }

  get json() {
    return Effect.flatMap(this.whole, (whole) => whole.json)
  }

  get urlParamsBody() {
    return Effect.flatMap(this.whole, (whole) => whole.urlParamsBody)
  }

  get formData() {
    return Effect.flatMap(this.whole, (whole) => whole.formData)
  }

  get arrayBuffer() {
    return Effect.flatMap(this.whole, (whole) => whole.arrayBuffer)
  }

  get stream(): Stream.Stream<Uint8Array, ResponseError> {
    return Stream.suspend(() => {
      unread.unregister(this)
      return Stream.fromAsyncIterable<Uint8Array, ResponseError>(this.body, (cause) => this.failureOf(cause))
    }).pipe(Stream.ensuring(Effect.sync(() => this.message.destroy())))
  }

  toJSON(): unknown {
    return HttpIncomingMessage.inspect(this, {
      _id: "@effect/platform/HttpClientResponse",
      request: this.request.toJSON(),
      status: this.status
    })
  }
}
