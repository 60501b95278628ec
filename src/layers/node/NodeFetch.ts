/**
 * `fetch` over Node's own HTTP client. Node's `fetch` gives up after 300 s without a header or a byte, and a call to the
 * product API must not (spec point 7: no timeout). Redirects are answers, never followed.
 *
 * @since 1.0.7
 */
import * as http from "node:http"
import * as https from "node:https"
import { pipeline, Readable } from "node:stream"
import type { ReadableStream as NodeReadableStream } from "node:stream/web"
import * as zlib from "node:zlib"
import { limitInterim } from "./transport/NodeRequest.js"
import type { Connections } from "./transport/NodeRequest.js"

/**
 * Whether answers are asked for compressed. They need not: a storage's answers are small, and its signatures delicate.
 *
 * @since 1.0.7
 * @category models
 */
export interface NodeFetchOptions {
  readonly compressed: boolean
}

/** Answers that have no body by definition; `Response` refuses one for them. */
const bodiless = new Set([101, 204, 205, 304])

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

const headersOf = (response: http.IncomingMessage): Headers => {
  const headers = new Headers()
  for (const [name, values] of Object.entries(response.headers)) {
    for (const value of [values ?? []].flat()) headers.append(name, value)
  }
  return headers
}

const responseOf = (response: http.IncomingMessage, method: string): Response => {
  const status = response.statusCode ?? 0
  const stream = decode(response, method)
  const init = { status, headers: headersOf(response) }
  if (bodiless.has(status)) {
    response.resume()
    return new Response(null, init)
  }
  // Node's type of the web's stream and the web's own differ in name only.
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, init)
}

const bytesOf = (body: BodyInit): Uint8Array | undefined => {
  if (typeof body === "string") return new TextEncoder().encode(body)
  return body instanceof Uint8Array ? body : undefined
}

/** Bytes go with their length, anything else in chunks; it brings its own content type, unless one was given. */
const send = (request: http.ClientRequest, body: BodyInit | null | undefined): void => {
  if (body === null || body === undefined) {
    request.end()
    return
  }
  const bytes = bytesOf(body)
  if (bytes !== undefined) {
    request.setHeader("content-length", bytes.byteLength)
    request.end(bytes)
    return
  }
  const wrapped = new Response(body)
  const contentType = wrapped.headers.get("content-type")
  if (contentType !== null && !request.hasHeader("content-type")) request.setHeader("content-type", contentType)
  const stream = wrapped.body
  if (stream === null) request.end()
  // As above: the same stream under another name. Its failure destroys the request, which tells of it.
  else pipeline(Readable.fromWeb(stream as NodeReadableStream<Uint8Array>), request, () => {})
}

/**
 * The promise is rejected with the error of the network, or the signal's reason; a body that is cut off fails as it is
 * read. Aborting later closes the connection too.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (connections: Connections, options: NodeFetchOptions): typeof globalThis.fetch => (input, init) =>
  new Promise((resolve, reject) => {
    const { body, headers, method = "GET", signal } = init ?? {}
    signal?.throwIfAborted()
    const url = new URL(input instanceof Request ? input.url : input)
    const secure = url.protocol === "https:"
    const request = (secure ? https : http).request(url, {
      method,
      headers: {
        ...(options.compressed ? { "accept-encoding": "gzip, br" } : {}),
        ...Object.fromEntries(new Headers(headers))
      },
      agent: secure ? connections.https : connections.http
    })
    limitInterim(request)
    const abort = () => request.destroy(signal?.reason)
    signal?.addEventListener("abort", abort, { once: true })
    request.on("close", () => {
      signal?.removeEventListener("abort", abort)
      // Node closes without an error where a server switches to another protocol; else there is a response or an error by now.
      reject(new Error("the connection was closed"))
    })
    request.on("error", reject)
    request.on("response", (response) => {
      try {
        resolve(responseOf(response, method))
      } catch (error) {
        request.destroy()
        reject(error)
      }
    })
    send(request, body)
  })
