/**
 * The end of a put or a complete that asked for a callback: the object is stored, then the callback decides the answer.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { Blob } from "../blobs/Blob.js"
import * as Crc64 from "../blobs/Crc64.js"
import * as Callback from "./Callback.js"
import { OssError } from "./OssError.js"
import type { Exchange } from "./OssRequest.js"

const known = ({ bucket, request, requestId }: Exchange, operation: string, blob: Blob) => ({
  bucket: bucket.name,
  object: blob.key,
  etag: blob.etag.toUpperCase(),
  size: blob.size,
  mimeType: blob.metadata.headers["content-type"] ?? "application/octet-stream",
  crc64: blob.digests.crc64 === undefined ? "" : Crc64.toDecimal(blob.digests.crc64),
  contentMd5: request.headers["content-md5"] ?? "",
  // The emulator listens on this machine only.
  clientIp: "127.0.0.1",
  reqId: requestId,
  operation
})

/**
 * Stores with `store`, calls back if the request asks for it, and answers: what the callback said, CallbackFailed (203)
 * with the object stored, or `plain` without a callback. A callback that is spelled wrong is refused before anything is
 * stored. `headers` go out in each case.
 */
export const storing = <E>(exchange: Exchange, options: {
  readonly operation: "PutObject" | "CompleteMultipartUpload"
  readonly store: Effect.Effect<Blob, E>
  readonly headers: (blob: Blob) => Readonly<Record<string, string>>
  readonly plain: (blob: Blob, headers: Readonly<Record<string, string>>) => HttpServerResponse.HttpServerResponse
}): Effect.Effect<HttpServerResponse.HttpServerResponse, E | OssError> =>
  Effect.gen(function*() {
    const { deliver, request } = exchange
    const callback = yield* Callback.read(request)
    const blob = yield* options.store
    const headers = options.headers(blob)
    if (callback === undefined) return options.plain(blob, headers)
    const body = Callback.bodyOf(callback, known(exchange, options.operation, blob))
    const about = { bucket: exchange.bucket.name, requestId: exchange.requestId }
    const answer = yield* Effect.mapError(
      deliver(callback, body, about),
      ({ message }) => new OssError({ code: "CallbackFailed", detail: message, headers })
    )
    return HttpServerResponse.text(answer, { status: 200, headers, contentType: "application/json" })
  })
