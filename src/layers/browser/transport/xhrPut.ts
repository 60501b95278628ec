/**
 * One PUT by XMLHttpRequest: the only way for a page to see the progress of what it sends.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { TransportError } from "../../../domain/errors/TransportError.js"
import type { PartBody, PartReply, SignedAddress } from "../../../services/Transport.js"
import { replyLimit } from "../../http/answerLimits.js"
import { forwardProgress } from "../../http/forwardProgress.js"
import { networkFailure } from "../../http/PublicPath.js"

// Browsers refuse to set these; they send their own.
const ownedByBrowser = new Set(["content-length", "host", "connection"])

const sizeOf = (body: PartBody): number => body instanceof Blob ? body.size : body.byteLength

/** Bytes up to this size are sent as they are: to make a Blob of them takes a page longer. */
const fewBytes = 65_536

// A typed body adds a content type that was not signed. Many bytes sent as they are block the page while Chromium copies
// them (5 MiB: 150 ms, as a Blob 20 ms).
const sendable = (body: PartBody): Blob | Uint8Array<ArrayBuffer> => {
  if (body instanceof Blob) return body.type === "" ? body : body.slice()
  return body.byteLength <= fewBytes ? ownBytes(body) : new Blob([ownBytes(body)])
}

const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes.slice()

/** Address and headers as a browser takes them. */
const requestOf = ({ headers, url }: SignedAddress) => ({
  url: Redacted.value(url),
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ownedByBrowser.has(name.toLowerCase())))
})

/** The headers of an answer, out of the text that a browser gives of them. */
const headersOf = (text: string): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const line of text.split("\r\n")) {
    const colon = line.indexOf(":")
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  return headers
}

const failureOf = (address: SignedAddress, detail: string) => networkFailure("PUT", address, detail)

/**
 * Sends the body, without cookies, which is this kind of request's own default. A header that the server does not expose by CORS is
 * missing in the reply.
 *
 * @since 1.0.7
 * @category constructors
 */
export const xhrPut = (
  address: SignedAddress,
  body: PartBody,
  sent: (bytes: number) => void
): Effect.Effect<PartReply, TransportError> =>
  Effect.async((resume) => {
    const fail = (detail: string) => resume(Effect.fail(failureOf(address, detail)))
    const written = forwardProgress(sent)
    const request = new XMLHttpRequest()
    request.upload.onprogress = (event) => written(event.loaded)
    request.onerror = () => fail("no answer: the connection broke, or CORS forbids to read it")
    const answer = () => {
      written(sizeOf(body))
      resume(Effect.succeed({
        status: request.status,
        headers: headersOf(request.getAllResponseHeaders()),
        body: request.responseText.slice(0, replyLimit)
      }))
    }
    request.onload = answer
    // The rest of a long answer is of no use, and it may have no end.
    request.onprogress = ({ loaded }) => {
      if (loaded <= replyLimit) return
      answer()
      request.abort()
    }
    try {
      const { headers, url } = requestOf(address)
      request.open("PUT", url)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.send(sendable(body))
    } catch {
      fail("the address or its headers are not valid")
    }
    return Effect.sync(() => request.abort())
  })

/**
 * How a page sends: for who sends in its place, and must not bring a copy of this along.
 *
 * @since 1.0.7
 * @category constructors
 */
export const pagePuts = { put: xhrPut, failureOf, headersOf, requestOf, sizeOf }
