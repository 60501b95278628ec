/**
 * The Transport port over an in-process client: bytes reach the emulator without a socket.
 */
import * as HttpBody from "@effect/platform/HttpBody"
import type * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { TransportError } from "../../src/domain/errors/TransportError.js"
import type { ByteRange, ByteReply, PartBody, SignedAddress, Transport } from "../../src/services/Transport.js"

const mostText = 64 * 1024

const chunkSize = 256 * 1024

/** A copy, because the emulator keeps what it is given and the caller may use its buffer again. */
const bytesOf = async (body: PartBody, start: number): Promise<Uint8Array> => {
  const end = start + chunkSize
  return new Uint8Array(
    body instanceof Blob ? await body.slice(start, end).arrayBuffer() : body.subarray(start, end)
  )
}

const sizeOf = (body: PartBody): number => body instanceof Blob ? body.size : body.length

/** The body in chunks, each counted when the emulator takes it. */
const counted = (body: PartBody, sent: (bytes: number) => void): ReadableStream<Uint8Array> => {
  let start = 0
  return new ReadableStream({
    pull: async (controller) => {
      const bytes = await bytesOf(body, start)
      start += bytes.length
      if (bytes.length === 0) return controller.close()
      sent(bytes.length)
      controller.enqueue(bytes)
    }
  }, { highWaterMark: 0 })
}

/** The client's own message holds the whole address, which is a secret. */
const networkError = (method: string, address: SignedAddress) => (error: HttpClientError.HttpClientError) => {
  const { origin, pathname } = new URL(Redacted.value(address.url))
  return new TransportError({
    reason: "Network",
    method,
    path: `${origin}${pathname}`,
    detail: error.description ?? error.reason
  })
}

const rangeHeader = (range: ByteRange | undefined): Record<string, string> =>
  range === undefined ? {} : { range: `bytes=${range.start}-${range.end === undefined ? "" : range.end - 1}` }

const textOf = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.map(response.text, (text) => text.slice(0, mostText))

export const make = (client: HttpClient.HttpClient): Transport.Service => ({
  put: (address, body, sent) =>
    Effect.suspend(() => {
      const failed = networkError("PUT", address)
      const request = HttpClientRequest.put(Redacted.value(address.url)).pipe(
        // Raw, because a stream would get a content type, which the signature does not cover.
        HttpClientRequest.setBody(HttpBody.raw(counted(body, sent), { contentLength: sizeOf(body) })),
        HttpClientRequest.setHeaders(address.headers)
      )
      return client.execute(request).pipe(
        Effect.flatMap((response) =>
          Effect.map(textOf(response), (text) => ({ status: response.status, headers: response.headers, body: text }))
        ),
        Effect.mapError(failed)
      )
    }),
  get: (address, options) => {
    const failed = networkError("GET", address)
    const request = HttpClientRequest.get(Redacted.value(address.url)).pipe(
      HttpClientRequest.setHeaders({
        ...address.headers,
        ...rangeHeader(options?.range),
        ...options?.ifMatch === undefined ? {} : { "if-match": options.ifMatch }
      })
    )
    return client.execute(request).pipe(
      Effect.flatMap((response): Effect.Effect<ByteReply, HttpClientError.HttpClientError> => {
        const { headers, status } = response
        return status >= 400
          ? Effect.map(textOf(response), (problem) => ({ status, headers, bytes: Stream.empty, problem }))
          : Effect.succeed({ status, headers, bytes: Stream.mapError(response.stream, failed), problem: "" })
      }),
      Effect.mapError(failed)
    )
  }
})
