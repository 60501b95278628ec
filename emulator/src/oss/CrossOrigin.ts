/**
 * Cross-origin rules of OSS buckets, applied to requests of pages.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { BlobStore } from "../blobs/BlobStore.js"
import * as Cors from "../bucketHttp/Cors.js"
import { invalidArgument, ossError } from "./OssError.js"
import type { OssRequest } from "./OssRequest.js"
import * as Responses from "./Responses.js"

const openRules = Cors.openRules(["x-oss-request-id", "x-oss-hash-crc64ecma", "x-oss-meta-effect-drive"])

/**
 * Answers preflights, and lets pages read answers, failures included.
 */
export const make = (store: BlobStore.Service) => {
  const rulesOf = ({ places: [{ bucket }] }: OssRequest) => Cors.rulesOf(store, bucket, openRules)

  const preflight = Effect.fnUntraced(function*(request: OssRequest) {
    const origin = request.headers["origin"]
    const method = request.headers["access-control-request-method"]
    if (origin === undefined || method === undefined) {
      return yield* invalidArgument("Origin", origin, "Origin and Access-Control-Request-Method are required.")
    }
    const asked = Cors.askedBy(request.headers)
    const headers = Cors.headersFor(yield* rulesOf(request), { origin, method, asked })
    return headers === undefined ? yield* ossError("AccessForbidden") : Responses.empty(200, headers)
  })

  const expose = Effect.fnUntraced(function*(request: OssRequest, response: HttpServerResponse.HttpServerResponse) {
    const origin = request.headers["origin"]
    if (origin === undefined || request.method === "OPTIONS") return response
    const headers = Cors.headersFor(yield* rulesOf(request), { origin, method: request.method })
    return headers === undefined ? response : HttpServerResponse.setHeaders(response, headers)
  })

  return { preflight, expose }
}
