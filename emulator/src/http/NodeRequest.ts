/**
 * A request of `node:http` as the emulator's apps take it.
 */
import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import * as WebRequest from "./WebRequest.js"

/** Bytes that may wait for a handler before the socket is paused. */
const readAhead = 256 * 1024

/** Anything else, such as a name and password in front of the host, makes no URL of a request. */
const plainHost = /^[\w.:[\]-]+$/

const urlOf = (host: string | undefined, target: string): URL => {
  const text = `http://${host}${target}`
  return host !== undefined && plainHost.test(host) && URL.canParse(text)
    ? new URL(text)
    : new URL(target, "http://localhost")
}

/** What Node's strict parser lets into a header; its lenient one, which some servers here need, lets more in. */
const isHeader = (name: string, value: string): boolean =>
  /^[!#$%&'*+.^`|~\w-]+$/.test(name) && !/[^\t\x20-\x7e\x80-\xff]/.test(value)

const headersOf = (incoming: IncomingMessage): Headers | undefined => {
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) {
      if (!isHeader(name, value)) return undefined
      headers.append(name, value)
    }
  }
  return headers
}

/** A message without these headers has no body (RFC 9112, section 6.3). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

const noBody = (incoming: IncomingMessage) => ({ stream: undefined, discard: () => void incoming.resume() })

const bodyOf = (incoming: IncomingMessage, ask: (() => void) | undefined) => {
  let isWanted = true
  let isAsked = ask === undefined
  const discard = () => {
    isWanted = false
    if (!incoming.destroyed) incoming.resume()
  }
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const end = (finish: () => void) => () => {
        if (isWanted) finish()
        isWanted = false
      }
      incoming.on("data", (chunk: Uint8Array) => {
        if (!isWanted) return
        controller.enqueue(chunk)
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause()
      })
      incoming.on("end", end(() => controller.close()))
      const abort = end(() => controller.error(new Error("the client went away")))
      incoming.on("error", abort)
      incoming.on("close", abort)
      incoming.pause()
    },
    pull: () => {
      if (!isAsked) ask?.()
      isAsked = true
      incoming.resume()
    },
    cancel: discard
  }, new ByteLengthQueuingStrategy({ highWaterMark: isAsked ? readAhead : 0 }))
  return { stream, discard }
}

/**
 * The request, and what lets go of the rest of its body once it is answered; `undefined` when a header's characters are none that a
 * header may have, which Node's lenient parser lets through. `ask` is called before the body is first read, of a sender that waits for
 * it.
 */
export const make = (
  incoming: IncomingMessage,
  ask?: () => void
): { readonly request: HttpServerRequest; readonly discard: () => void } | undefined => {
  const headers = headersOf(incoming)
  if (headers === undefined) return undefined
  const target = incoming.url !== undefined && /^\/(?!\/)/.test(incoming.url) ? incoming.url : "/"
  const { discard, stream } = hasBody(incoming) ? bodyOf(incoming, ask) : noBody(incoming)
  const request = WebRequest.make({
    method: incoming.method ?? "GET",
    url: urlOf(incoming.headers.host, target),
    target,
    headers,
    body: stream
  })
  return { request, discard }
}
